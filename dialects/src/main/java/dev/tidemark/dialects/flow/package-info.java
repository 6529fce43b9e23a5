/// Format `flow`: one workflow in five phases, in `phase.json` and `execution.json`; its rules,
/// resumption, integrity checks and archiving.
package dev.tidemark.dialects.flow;
