/// Import and export of runs as archives.
package dev.tidemark.stores.file.transfer;
