/// Rules of the format `flow`: phases, tasks, resumption, integrity, archiving.
package dev.tidemark.dialects.flow.rules;
