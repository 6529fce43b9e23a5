/// Codec of the format `phase`: front matter, sections, gate file.
package dev.tidemark.dialects.phase.format;
