/// The list of dialects.
package dev.tidemark.dialects;
