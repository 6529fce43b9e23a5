/// File store: documents as files of the project; locks, journals and caches in the state folder.
package dev.tidemark.stores.file;
