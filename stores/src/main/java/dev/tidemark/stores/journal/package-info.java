/// Journal record codec: hash chain, patches, redaction, export archive; pure, no I/O.
package dev.tidemark.stores.journal;
