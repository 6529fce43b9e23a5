package dev.tidemark.dialects.phase;

import dev.tidemark.dialects.markdown.YamlScalar;
import dev.tidemark.dialects.phase.format.PhaseFormat;
import dev.tidemark.dialects.phase.format.PhaseIds;
import dev.tidemark.dialects.phase.format.Sections;
import dev.tidemark.text.Timestamps;
import dev.tidemark.workflow.fact.WorkItem;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Renderer of a new checkpoint: front matter in the order of T-000-B, sections in that of T-000-C.
public final class PhaseText {
  private static final int READY_MAX = 5;

  private final Step step;
  private final Place place;
  private final ClearAdvice advice;
  private final Content content;
  private final StringBuilder out = new StringBuilder(2048);

  /// @param step from which phase to which
  /// @param place the project facts
  /// @param advice whether to clear the conversation
  /// @param content the caller's report
  public PhaseText(Step step, Place place, ClearAdvice advice, Content content) {
    this.step = step;
    this.place = place;
    this.advice = advice;
    this.content = content;
  }

  /// The transition.
  ///
  /// @param completed the id of the phase that ended, in part or not
  /// @param next the id of the phase to come
  /// @param command the command that starts it
  public record Step(String completed, String next, String command) {}

  /// The project facts of a checkpoint.
  ///
  /// @param at the time
  /// @param branch the current branch
  /// @param spec the current spec; absent if there is none
  /// @param review the status of the review; absent unless a build ended
  /// @param plan the status of the plan; absent unless a build ended
  /// @param steps how far the spec has come; absent if it has no steps
  /// @param ready the ready work items of a tracker
  public record Place(
      Instant at,
      String branch,
      @Nullable String spec,
      @Nullable String review,
      @Nullable String plan,
      @Nullable SpecSteps steps,
      List<WorkItem> ready) {}

  /// The caller's report.
  ///
  /// @param summary the accomplished work
  /// @param outcomes results and choices
  /// @param warnings lines before all other context for the next phase
  /// @param context the context for the next phase
  /// @param open the open items
  /// @param nextStep sentences about the next step
  public record Content(
      String summary,
      List<String> outcomes,
      List<String> warnings,
      List<String> context,
      List<String> open,
      List<String> nextStep) {}

  public Step step() {
    return step;
  }

  public Place place() {
    return place;
  }

  public Content content() {
    return content;
  }

  public ClearAdvice advice() {
    return advice;
  }

  /// Returns the document.
  public String render() {
    out.setLength(0);
    appendFrontMatter();
    body();
    return out.toString();
  }

  private void appendFrontMatter() {
    out.append("---\n");
    key(PhaseFormat.COMPLETED_PHASE, scalar(step.completed()));
    key(PhaseFormat.COMPLETED_AT, Timestamps.seconds(place.at()));
    key(PhaseFormat.NEXT_PHASE, scalar(step.next()));
    key(PhaseFormat.NEXT_COMMAND, scalar(step.command()));
    key(PhaseFormat.BRANCH, scalar(place.branch()));
    var spec = place.spec();
    key(PhaseFormat.ACTIVE_SPEC, spec == null ? "null" : scalar(spec));
    if (place.review() != null) {
      key(PhaseFormat.REVIEW_STATUS, place.review());
    }
    if (place.plan() != null) {
      key(PhaseFormat.PLAN_STATUS, place.plan());
    }
    if (place.steps() != null) {
      key(PhaseFormat.STEP_PROGRESS, quoted(place.steps().progress()));
    }
    key(PhaseFormat.CLEAR_RECOMMENDED, advice.clear() ? "true" : "false");
    key(PhaseFormat.CLEAR_REASON, quoted(advice.reason()));
    out.append("---\n");
  }

  private void key(String key, String scalar) {
    out.append(key).append(": ").append(scalar).append('\n');
  }

  private void body() {
    var title = PhaseIds.title(step.completed());
    out.append('\n').append(Sections.TITLE).append('\n');
    boolean partial = PhaseIds.isPartial(step.completed());
    heading(Sections.COMPLETED + title + (partial ? " — Partial" : ""));
    text(content.summary().isBlank() ? title + " completed." : content.summary());
    heading(Sections.OUTCOMES);
    items("- ", content.outcomes(), Sections.NO_OUTCOMES);
    var specSteps = place.steps();
    if (specSteps != null) {
      heading(Sections.STEPS);
      for (var line : specSteps.lines()) {
        text(line);
      }
    }
    heading(Sections.CONTEXT);
    context();
    heading(Sections.OPEN);
    items("- [ ] ", content.open(), "None.");
    ready(place.ready());
    heading(Sections.NEXT);
    text(
        "Run `" + step.command() + "` to " + PhaseIds.purpose(step.completed(), step.next()) + ".");
    for (var sentence : content.nextStep()) {
      text(sentence);
    }
  }

  private void context() {
    for (var line : content.warnings()) {
      text(line);
    }
    if (!content.warnings().isEmpty() && !content.context().isEmpty()) {
      out.append('\n');
    }
    for (var text : content.context()) {
      text(text);
    }
    if (content.warnings().isEmpty() && content.context().isEmpty()) {
      text("None.");
    }
  }

  private void ready(List<WorkItem> items) {
    if (items.isEmpty()) {
      return;
    }
    heading(Sections.READY);
    for (int i = 0; i < Math.min(READY_MAX, items.size()); i++) {
      var item = items.get(i);
      text("- " + line(item.id() + ": " + item.title()) + " (P" + item.priority() + ")");
    }
  }

  private void heading(String heading) {
    out.append('\n').append(heading).append("\n\n");
  }

  private void items(String mark, List<String> items, String none) {
    for (var item : items) {
      text(mark + line(item));
    }
    if (items.isEmpty()) {
      text(none);
    }
  }

  /// Appends a text with normalized line breaks, and control characters replaced by blanks.
  private void text(String text) {
    var clean = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean pair = c == '\r' && i + 1 < text.length() && text.charAt(i + 1) == '\n';
      if (!pair) {
        clean.append(c == '\r' || c == '\n' ? '\n' : c != '\t' && c < 0x20 ? ' ' : c);
      }
    }
    out.append(Sections.guarded(clean.toString().stripTrailing())).append('\n');
  }

  private static String scalar(String text) {
    return YamlScalar.ASCII.written(line(text));
  }

  private static String quoted(String text) {
    return YamlScalar.quoted(line(text));
  }

  private static String line(String text) {
    return YamlScalar.oneLine(text);
  }
}
