/// Taking over: where to go on, and whether what was recorded still holds.
package dev.tidemark.resume;
