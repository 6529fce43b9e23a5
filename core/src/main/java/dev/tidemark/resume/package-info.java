/// Resuming: the resume point, handoff requests and responses, and staleness.
package dev.tidemark.resume;
