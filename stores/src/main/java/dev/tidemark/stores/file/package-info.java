/// File store: documents as files of the project; locks, journals and caches in `.tidemark`.
package dev.tidemark.stores.file;
