/// The registry of dialects.
package dev.tidemark.dialects;
