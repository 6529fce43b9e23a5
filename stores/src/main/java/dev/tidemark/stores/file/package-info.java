/// Documents in the files of a project, and what is recorded of them in `.tidemark` beside them.
package dev.tidemark.stores.file;
