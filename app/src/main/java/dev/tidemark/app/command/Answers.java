package dev.tidemark.app.command;

import dev.tidemark.checkpoint.PhaseStatus;
import dev.tidemark.engine.Run;
import dev.tidemark.workflow.Question;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Answers to the questions around a design, from its document.
final class Answers {
  /// The answer to the question for approval that settles it.
  static final String YES = "yes";

  private final Run run;

  Answers(Run run) {
    this.run = run;
  }

  /// Returns the questions of the round that is due: those after the writing once that is done.
  List<Question> round() {
    return Question.round(status(Question.writing(phases())) == PhaseStatus.COMPLETE);
  }

  /// Returns the open questions of the current round.
  List<Question> open() {
    var open = new ArrayList<Question>();
    for (var question : round()) {
      if (isOpen(question)) {
        open.add(question);
      }
    }
    return open;
  }

  /// Returns whether a question is to be asked. A rejected design is written again, and then its
  /// approval is asked again.
  boolean isOpen(Question question) {
    var answer = to(question);
    return answer == null || (question.key().equals(Question.APPROVAL) && !answer.equals(YES));
  }

  /// Returns the answer to a question; null if there is none.
  @Nullable String to(Question question) {
    var checkpoint = run.checkpoint();
    if (checkpoint != null) {
      var phase = question.phase(phases());
      var name = "phases." + phase + "." + Question.ANSWERS + "." + question.key();
      for (var detail : checkpoint.details()) {
        if (detail.name().equals(name)) {
          return detail.text();
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
