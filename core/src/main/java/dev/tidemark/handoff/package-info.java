/// Resume points, staleness, and the hand-off contract between an orchestrator and its workers.
package dev.tidemark.handoff;
