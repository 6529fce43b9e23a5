/// Where programs are found.
package dev.tidemark.integrations.programs;
