/// Measures of whole processes and of single operations.
@NullMarked
package dev.tidemark.bench;

import org.jspecify.annotations.NullMarked;
