/// Codec, document locations, tasks and validation of the format `flow`.
package dev.tidemark.dialects.flow.format;
