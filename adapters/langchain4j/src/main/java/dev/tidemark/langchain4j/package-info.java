/// Adapter for LangChain4j: agentic scopes, kept in Tidemark runs
@NullMarked
package dev.tidemark.langchain4j;

import org.jspecify.annotations.NullMarked;
