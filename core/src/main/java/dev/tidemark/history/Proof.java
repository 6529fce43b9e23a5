package dev.tidemark.history;

import dev.tidemark.checkpoint.Actor;
import dev.tidemark.checkpoint.Claim;
import java.time.Instant;

/// Recorded claim: a claim from the journal with its time and actor.
///
/// @param at when, by the clock of the machine
/// @param by the author of the claim; [Actor#EXTERNAL] for one that was already in a document when
///   recording began
/// @param claim the claim
public record Proof(Instant at, Actor by, Claim claim) {}
