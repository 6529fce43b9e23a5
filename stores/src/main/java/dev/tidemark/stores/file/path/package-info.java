/// Document and journal paths, and the guard against symbolic links out of the project.
package dev.tidemark.stores.file.path;
