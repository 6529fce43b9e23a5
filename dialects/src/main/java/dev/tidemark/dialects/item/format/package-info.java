/// Codec of the format `item`: front matter, phase table, Markdown sections.
package dev.tidemark.dialects.item.format;
