/// Programs named in a project's definitions.
package dev.tidemark.integrations.process;
