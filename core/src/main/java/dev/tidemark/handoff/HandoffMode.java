package dev.tidemark.handoff;

import dev.tidemark.text.EnumWord;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Worker mode of a handoff request (R-004-51).
public enum HandoffMode implements EnumWord {
  /// Planning.
  PLAN("Research/design/documentation tasks", 0),
  /// Programming.
  CODE("Implementation tasks (lib, scripts, logic)", 1),
  /// User interface.
  UI("UI component implementation", 1),
  /// Documentation.
  DOCS("Documentation writing", 1),
  /// Testing.
  EVAL("Testing/validation tasks", 2),
  /// Comparison of plan and implementation.
  RECONCILE("Compare plan vs implementation", 2),
  /// Research.
  RESEARCH("Investigation and discovery", 0);

  private final String meaning;
  private final int phase;

  HandoffMode(String meaning, int phase) {
    this.meaning = meaning;
    this.phase = phase;
  }

  /// Returns the protocol's description of the mode.
  public String meaning() {
    return meaning;
  }

  /// Returns the phase of the protocol that such work usually belongs to.
  String usualPhase() {
    return HandoffFields.PHASES.get(phase);
  }

  /// Returns the mode of that word; empty if it is none of the seven.
  public static Optional<HandoffMode> of(String word) {
    return Optional.ofNullable(EnumWord.find(values(), word));
  }

  /// Returns the seven words.
  public static List<String> words() {
    var words = new ArrayList<String>();
    for (var mode : values()) {
      words.add(mode.word());
    }
    return words;
  }
}
