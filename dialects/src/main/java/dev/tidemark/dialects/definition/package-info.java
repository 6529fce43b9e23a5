/// Workflow definitions and gates of a project, parsed from YAML.
package dev.tidemark.dialects.definition;
