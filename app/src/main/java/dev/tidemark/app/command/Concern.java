package dev.tidemark.app.command;

/// One thing that `doctor` reports and cannot cure, found outside of a project's runs.
///
/// @param code which kind it is
/// @param text what is wrong, with the file and the value
/// @param hint what helps
public record Concern(String code, String text, String hint) {}
