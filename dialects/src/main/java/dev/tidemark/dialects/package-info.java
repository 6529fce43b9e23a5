/// Registry of the formats.
package dev.tidemark.dialects;
