/// Storage I/O: atomic replacement, locks, fault injection, interrupt handling.
package dev.tidemark.stores.file.io;
