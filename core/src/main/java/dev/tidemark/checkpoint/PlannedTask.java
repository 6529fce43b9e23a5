package dev.tidemark.checkpoint;

/// A piece of work within a phase, as a document lists it.
///
/// @param id what it is called, told from the other tasks of the run
/// @param phase the phase that it is a part of
/// @param status how far it has come, in the word of the document
/// @param description what it is about; empty where nobody says
public record PlannedTask(String id, PhaseName phase, String status, String description) {}
