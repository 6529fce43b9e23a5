package dev.tidemark.resume;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What sort of worker a request is for (R-004-51).
public enum HandoffMode {
  /// Somebody who plans.
  PLAN("plan", "Research/design/documentation tasks", 0),
  /// Somebody who programs.
  CODE("code", "Implementation tasks (lib, scripts, logic)", 1),
  /// Somebody who builds what users see.
  UI("ui", "UI component implementation", 1),
  /// Somebody who writes for readers.
  DOCS("docs", "Documentation writing", 1),
  /// Somebody who tests.
  EVAL("eval", "Testing/validation tasks", 2),
  /// Somebody who compares.
  RECONCILE("reconcile", "Compare plan vs implementation", 2),
  /// Somebody who finds out.
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

  /// Returns what the protocol says the mode is for.
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
