/// Workflows of one project in five phases: `memory/state/phase.json` and, for the tasks of the
/// implementation, `memory/state/execution.json`.
package dev.tidemark.dialects.flow;
