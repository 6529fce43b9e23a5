/// Adapter for Spring AI: chat memories, kept in Tidemark runs
@NullMarked
package dev.tidemark.springai;

import org.jspecify.annotations.NullMarked;
