/// Changes and their outcomes: reports, effects, next actions, refusals.
package dev.tidemark.workflow.change;
