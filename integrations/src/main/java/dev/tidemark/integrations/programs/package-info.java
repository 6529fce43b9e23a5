/// Lookup of programs on the search path.
package dev.tidemark.integrations.programs;
