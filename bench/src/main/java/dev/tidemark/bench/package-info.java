/// Measures of single operations, run by `bench/run`. Whole processes are measured from outside.
@NullMarked
package dev.tidemark.bench;

import org.jspecify.annotations.NullMarked;
