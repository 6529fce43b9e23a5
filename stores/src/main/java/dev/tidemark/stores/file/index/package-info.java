/// Run index: cached summaries, validated against the files.
package dev.tidemark.stores.file.index;
