/// Adapter for LangGraph4j: checkpoints of graphs, kept in Tidemark runs
@NullMarked
package dev.tidemark.langgraph4j;

import org.jspecify.annotations.NullMarked;
