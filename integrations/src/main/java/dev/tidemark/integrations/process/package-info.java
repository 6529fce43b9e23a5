/// Programs that a project's definitions name.
package dev.tidemark.integrations.process;
