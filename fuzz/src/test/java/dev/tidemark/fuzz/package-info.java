/// Inputs that are made up to break what reads them.
@NullMarked
package dev.tidemark.fuzz;

import org.jspecify.annotations.NullMarked;
