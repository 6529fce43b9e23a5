package dev.tidemark.app.hook.event;

/// Hook table row: an agent's event and its meaning.
///
/// @param agent the agent of the event
/// @param event the agent's name of the event
/// @param moment the kind of event
/// @param matcher the filter of the agent's events, in its own pattern language; empty for all
/// @param seconds the timeout configured in the agent
public record Hook(Agent agent, String event, HookEvent moment, String matcher, int seconds) {}
