package dev.tidemark.dialects.state.plan;

import dev.tidemark.json.Json;
import dev.tidemark.json.JsonException;
import dev.tidemark.json.JsonNumber;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonString;
import dev.tidemark.json.JsonText;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Form of a plan: how the files of one tool are recognised and read. A form is one row of [#ALL].
public interface PlanForm {
  /// All forms, in the order in which they are tried; the last one takes everything.
  List<PlanForm> ALL =
      List.of(
          new TaskMasterPlan(),
          new HandoffPlan(),
          new SpecKitPlan(),
          new RoadmapPlan(),
          new PositionPlan(),
          new NumberedPlan(),
          new TablePlan(),
          new ChecklistPlan());

  /// A document, as far as it is parsed before its form is known.
  ///
  /// @param json the document, if it is a JSON object; absent otherwise
  /// @param outline its outline as Markdown
  record Source(@Nullable JsonObject json, Outline outline) {
    static Source of(String text) {
      var json = text.strip().startsWith("{") ? json(text) : null;
      return new Source(json, new Outline(json == null ? text : ""));
    }

    private static @Nullable JsonObject json(String text) {
      try {
        return JsonText.parse(text) instanceof JsonObject object ? object : null;
      } catch (JsonException other) {
        return null;
      }
    }
  }

  /// Returns the name of the form in a sentence: `a task list of Spec Kit`; empty for the one that
  /// needs no mention.
  String title();

  /// Returns whether a document has this form.
  boolean takes(Source source);

  /// Reads a document of this form.
  TaskPlan read(Source source);

  /// Returns a text or a number as one line; an empty one for any other value.
  static String line(@Nullable Json json) {
    return switch (json) {
      case JsonString text -> text.value().strip().replaceAll("\\s+", " ");
      case JsonNumber number -> number.toString();
      case null, default -> "";
    };
  }

  /// Reads a plan of any form.
  static TaskPlan read(String text) {
    var source = Source.of(text);
    var form = ALL.getLast();
    for (var one : ALL.reversed()) {
      form = one.takes(source) ? one : form;
    }
    var plan = form.read(source);
    if (source.outline.fence() > 0) {
      plan.tell(
          "open-fence",
          ": the code that begins in line "
              + source.outline.fence()
              + " is never closed, and the rest is not read");
    }
    if (!form.title().isEmpty() && !plan.sections().isEmpty()) {
      plan.tell("plan-read", " is read as " + form.title() + ": " + plan.count());
    }
    return plan;
  }
}
