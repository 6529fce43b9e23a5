/// The queue of a shared store and its workers: what is due, who takes it, and who is still alive.
package dev.tidemark.worker;
