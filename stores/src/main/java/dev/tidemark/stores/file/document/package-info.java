/// Documents and their journals: reading, comparison, publication, verification.
package dev.tidemark.stores.file.document;
