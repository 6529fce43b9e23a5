/// Codec and document locations of the format `flow`.
package dev.tidemark.dialects.flow.format;
