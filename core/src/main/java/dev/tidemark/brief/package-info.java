/// The brief: what whoever takes over is told, what was checked before it is said, and the limits
/// of both.
package dev.tidemark.brief;
