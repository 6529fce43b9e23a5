package dev.tidemark.workflow.change;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// The questions around the writing of a design, six before and six after it (R-004-O4). Answers
/// are kept with a phase, so that they survive a resume.
///
/// @param afterWriting whether it is asked after the writing
/// @param key its key in the phase that keeps the answer
/// @param text the question
public record DesignQuestion(boolean afterWriting, String key, String text) {
  /// The phases of a design that was planned before its definition was the only one, or by the
  /// original.
  public static final List<String> EARLIER = List.of("research", "write", "validate");

  /// The word for answers among the fields of a phase.
  public static final String ANSWERS = "checkpoint_responses";

  /// The question whose answer decides whether the design is complete.
  public static final String APPROVAL = "approval";

  private static final List<DesignQuestion> ALL =
      List.of(
          before("understanding", "Is this what is wanted, in one sentence?"),
          before("approach", "Which way is to be taken, and why this one?"),
          before("assumptions", "What is taken for granted?"),
          before("trade_offs", "What is given up for it?"),
          before("scope", "What belongs to it, and what does not?"),
          before("unknowns", "What is not known yet?"),
          after("what_built", "What has been written?"),
          after("decisions", "What has been decided on the way?"),
          after("risks", "What can go wrong?"),
          after("omissions", "What has been left out on purpose?"),
          after("confidence", "How sure is it, and of what least?"),
          after(APPROVAL, "Is it approved: yes, no or revise?"));

  private static DesignQuestion before(String key, String text) {
    return new DesignQuestion(false, key, text);
  }

  private static DesignQuestion after(String key, String text) {
    return new DesignQuestion(true, key, text);
  }

  /// Returns the phase that keeps the answer: that of the research, or the one that writes.
  ///
  /// @param phases the phases of the run
  public String phase(List<String> phases) {
    return afterWriting ? writingPhase(phases) : "research";
  }

  /// Returns the phase of a design in which it is written.
  public static String writingPhase(List<String> phases) {
    return phases.contains("specs") && !phases.contains("write") ? "specs" : "write";
  }

  /// Returns the question of that key, in any case; null if there is none.
  public static @Nullable DesignQuestion find(String key) {
    for (var designQuestion : ALL) {
      if (designQuestion.key.equalsIgnoreCase(key.replace('-', '_'))) {
        return designQuestion;
      }
    }
    return null;
  }

  /// Returns the questions of the round before the writing, or of the one after it.
  public static List<DesignQuestion> questions(boolean written) {
    return written ? ALL.subList(6, 12) : ALL.subList(0, 6);
  }

  /// Returns whether the answer means that the work is to be paused.
  public static boolean isPause(String answer) {
    return answer.equalsIgnoreCase("stop") || answer.equalsIgnoreCase("cancel");
  }
}
