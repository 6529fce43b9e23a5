/// Tidemark for embedding programs.
///
/// [CheckpointManager][dev.tidemark.library.CheckpointManager] never throws: its contract is null,
/// false and one line of diagnostics. [Project][dev.tidemark.library.Project] is the engine with
/// typed results and exceptions.
package dev.tidemark.library;
