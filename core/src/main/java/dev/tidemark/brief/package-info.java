/// The brief: content of a handoff, the checks behind its verdict, and size limits.
package dev.tidemark.brief;
