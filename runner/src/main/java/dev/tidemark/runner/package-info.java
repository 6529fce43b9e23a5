/// Runner: drives the phases of a run with agents, journals each attempt, and ends every process.
package dev.tidemark.runner;
