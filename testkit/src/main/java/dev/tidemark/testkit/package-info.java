/// What a test of a dialect or a store is written with.
@NullMarked
package dev.tidemark.testkit;

import org.jspecify.annotations.NullMarked;
