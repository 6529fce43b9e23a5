package dev.tidemark.app.command.setup;

/// A problem that `doctor` reports and cannot repair, outside of a project's runs.
///
/// @param code which kind it is
/// @param text what is wrong, with the file and the value
/// @param hint what helps
public record DoctorConcern(String code, String text, String hint) {}
