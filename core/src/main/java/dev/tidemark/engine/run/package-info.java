/// Runs: loading, summary, listing, and resolution of a name to a run.
package dev.tidemark.engine.run;
