/// Lookup of installed programs.
package dev.tidemark.integrations.programs;
