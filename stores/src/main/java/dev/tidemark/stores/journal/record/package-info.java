/// Codec of one journal record: head, body, patch, checksum.
package dev.tidemark.stores.journal.record;
