package dev.tidemark.app.command.plan;

import dev.tidemark.checkpoint.PhaseStatus;
import dev.tidemark.engine.run.Run;
import dev.tidemark.workflow.change.DesignQuestion;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Answers to the questions around a design, from its document.
final class DesignAnswers {
  /// The answer to the question for approval that settles it.
  static final String YES = "yes";

  private final Run run;

  DesignAnswers(Run run) {
    this.run = run;
  }

  /// Returns the questions of the round that is due: those after the writing once that is done.
  List<DesignQuestion> round() {
    return DesignQuestion.questions(
        status(DesignQuestion.writingPhase(phases())) == PhaseStatus.COMPLETE);
  }

  /// Returns the open questions of the current round.
  List<DesignQuestion> open() {
    var open = new ArrayList<DesignQuestion>();
    for (var designQuestion : round()) {
      if (isOpen(designQuestion)) {
        open.add(designQuestion);
      }
    }
    return open;
  }

  /// Returns whether a question is to be asked. A rejected design is written again, and then its
  /// approval is asked again.
  boolean isOpen(DesignQuestion designQuestion) {
    var answer = to(designQuestion);
    return answer == null
        || (designQuestion.key().equals(DesignQuestion.APPROVAL) && !answer.equals(YES));
  }

  /// Returns the answer to a question; null if there is none.
  @Nullable String to(DesignQuestion designQuestion) {
    var checkpoint = run.checkpoint();
    if (checkpoint != null) {
      var phase = designQuestion.phase(phases());
      var name = "phases." + phase + "." + DesignQuestion.ANSWERS + "." + designQuestion.key();
      for (var documentField : checkpoint.details()) {
        if (documentField.name().equals(name)) {
          return documentField.text();
        }
      }
    }
    return null;
  }

  /// Returns the names of the phases that the document has.
  List<String> phases() {
    var names = new ArrayList<String>();
    var checkpoint = run.checkpoint();
    if (checkpoint != null) {
      checkpoint.phases().forEach(phase -> names.add(phase.name().value()));
    }
    return names;
  }

  private @Nullable PhaseStatus status(String name) {
    var checkpoint = run.checkpoint();
    if (checkpoint != null) {
      for (var phase : checkpoint.phases()) {
        if (phase.name().value().equals(name)) {
          return phase.status();
        }
      }
    }
    return null;
  }
}
