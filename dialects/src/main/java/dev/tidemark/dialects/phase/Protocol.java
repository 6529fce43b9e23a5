package dev.tidemark.dialects.phase;

/// What every rule of the protocol goes by in a project.
///
/// @param workflows the phases there are
/// @param settings what the project wants otherwise
/// @param format how documents are written
record Protocol(PhaseWorkflows workflows, PhaseSettings settings, PhaseFormat format) {
  Banners banners() {
    return new Banners(settings);
  }

  Gates gates() {
    return new Gates(settings);
  }
}
