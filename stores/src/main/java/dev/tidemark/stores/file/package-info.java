/// File store: documents in the files of a project, and their journals in `.tidemark`.
package dev.tidemark.stores.file;
