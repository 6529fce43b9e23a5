/// What a project defines for itself, read from YAML.
package dev.tidemark.dialects.definition;
