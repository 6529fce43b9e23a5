/// Exceptions of a store, each with what was not done and a hint.
package dev.tidemark.store.failure;
