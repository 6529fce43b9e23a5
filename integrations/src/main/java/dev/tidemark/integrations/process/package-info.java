/// Subprocess execution for the commands of gates, and the lookup of programs on the search path.
package dev.tidemark.integrations.process;
