package dev.tidemark.handoff;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Worker mode of a handoff request (R-004-51).
public enum HandoffMode {
  /// Planning.
  PLAN("plan", "Research/design/documentation tasks", 0),
  /// Programming.
  CODE("code", "Implementation tasks (lib, scripts, logic)", 1),
  /// User interface.
  UI("ui", "UI component implementation", 1),
  /// Documentation.
  DOCS("docs", "Documentation writing", 1),
  /// Testing.
  EVAL("eval", "Testing/validation tasks", 2),
  /// Comparison of plan and implementation.
  RECONCILE("reconcile", "Compare plan vs implementation", 2),
  /// Research.
  RESEARCH("research", "Investigation and discovery", 0);

  private final String word;
  private final String meaning;
  private final int phase;

  HandoffMode(String word, String meaning, int phase) {
    this.word = word;
    this.meaning = meaning;
    this.phase = phase;
  }

  /// Returns the word that stands in a request.
  public String word() {
    return word;
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
    for (var mode : values()) {
      if (mode.word.equals(word)) {
        return Optional.of(mode);
      }
    }
    return Optional.empty();
  }

  /// Returns the seven words.
  public static List<String> words() {
    var words = new ArrayList<String>();
    for (var mode : values()) {
      words.add(mode.word);
    }
    return words;
  }
}
