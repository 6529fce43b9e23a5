/// Three-way merge: JSON trees by the schema of a format, and the check for lost records.
package dev.tidemark.dialect.merge;
