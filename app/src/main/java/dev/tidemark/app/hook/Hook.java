package dev.tidemark.app.hook;

/// Hook table row: an agent's event and its meaning.
///
/// @param agent whose event it is
/// @param event what the agent calls it
/// @param moment what it is to us
/// @param matcher what the agent is told to call us for, in its own pattern language; empty for all
/// @param seconds how long the agent is told to wait
public record Hook(Agent agent, String event, Moment moment, String matcher, int seconds) {}
