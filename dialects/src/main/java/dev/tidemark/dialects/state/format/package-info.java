/// Codec of the format `state`: schema fields, phases, notes, limits.
package dev.tidemark.dialects.state.format;
