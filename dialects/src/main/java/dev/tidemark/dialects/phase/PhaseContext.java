package dev.tidemark.dialects.phase;

import dev.tidemark.dialects.phase.format.PhaseFormat;
import dev.tidemark.dialects.phase.format.PhaseWorkflows;

/// Phase context: the settings and definitions that every rule of the dialect uses.
///
/// @param workflows the phases there are
/// @param settings the project's settings
/// @param format how documents are written
record PhaseContext(PhaseWorkflows workflows, PhaseSettings settings, PhaseFormat format) {
  Banners banners() {
    return new Banners(settings);
  }

  MandatoryGates gates() {
    return new MandatoryGates(settings);
  }
}
