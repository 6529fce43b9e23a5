/// Markdown documents with YAML front matter: lines, scalars, front matter, sections.
package dev.tidemark.dialects.markdown;
