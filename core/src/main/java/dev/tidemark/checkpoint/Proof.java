package dev.tidemark.checkpoint;

import java.time.Instant;

/// A claim that the journal has recorded: when, and by whom.
///
/// @param at when, by the clock of the machine
/// @param by who made the claim; [Actor#SOMEBODY] for one that stood in a document when its
///   recording began
/// @param claim what is claimed
public record Proof(Instant at, Actor by, Claim claim) {}
