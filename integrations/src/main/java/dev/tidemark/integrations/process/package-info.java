/// Subprocess execution for the commands of gates.
package dev.tidemark.integrations.process;
