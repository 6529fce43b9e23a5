/// Format `flow`: one workflow in five phases, in `phase.json` and `execution.json`.
package dev.tidemark.dialects.flow;
