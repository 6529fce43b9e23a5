/// Journal segments: reading, the end of a journal, verification, pruning.
package dev.tidemark.stores.file.segment;
