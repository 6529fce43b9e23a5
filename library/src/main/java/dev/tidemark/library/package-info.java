/// Public Java API.
///
/// [CheckpointManager][dev.tidemark.library.CheckpointManager] never throws: it answers null or
/// false and prints one line of diagnostics. [Project][dev.tidemark.library.Project] gives access
/// to the engine: refusals as values, environment failures as typed exceptions.
package dev.tidemark.library;
