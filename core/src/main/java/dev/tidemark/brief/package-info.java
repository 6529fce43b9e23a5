/// Resume brief: verification, composition, and trimming to a token limit.
package dev.tidemark.brief;
