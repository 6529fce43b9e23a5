package dev.tidemark.handoff;

import dev.tidemark.checkpoint.Notice;
import dev.tidemark.handoff.ContractCheck.Accepted;
import dev.tidemark.handoff.ContractCheck.Rejected;
import dev.tidemark.json.Json;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonNull;
import dev.tidemark.json.JsonNumber;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonString;
import dev.tidemark.json.JsonText;
import dev.tidemark.text.Whitespace;
import dev.tidemark.workflow.Blocker;
import dev.tidemark.workflow.policy.SummaryLimit;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Validates the fields of a handoff and collects all violations.
final class FieldCheck {
  /// The limit of characters of a value that a message repeats.
  private static final int VALUE_MAX = 80;

  private final String what;
  private final List<Blocker> blockers = new ArrayList<>();
  private final List<Notice> notices = new ArrayList<>();

  /// Takes the subject, as messages name it: `request`, `response`.
  FieldCheck(String what) {
    this.what = what;
  }

  /// Reports something wrong.
  void wrong(String path, String rule, @Nullable Json found) {
    blockers.add(
        Blocker.refused(
            "handoff-field",
            what + " rejected: " + path + " " + rule + " (found " + spelling(found) + ")",
            "Correct " + path + "; every field: tidemark help handoff"));
  }

  /// Reports something odd.
  void reportOdd(String path, String rule, @Nullable Json found) {
    notices.add(
        new Notice("handoff-odd", path + " is usually " + rule + "; found " + spelling(found)));
  }

  void add(Notice notice) {
    notices.add(notice);
  }

  void add(Blocker blocker) {
    blockers.add(blocker);
  }

  /// Checks a required, non-empty text.
  void text(JsonObject holder, String key) {
    var value = holder.find(key);
    if (!(value instanceof JsonString text) || Whitespace.isBlank(text.value())) {
      wrong(key, "must be a string that is not blank", value);
    }
  }

  /// Checks a word that must be one of a fixed set.
  void word(JsonObject holder, String key, List<String> words) {
    var value = holder.find(key);
    if (!(value instanceof JsonString word) || !words.contains(word.value())) {
      wrong(key, "must be one of " + String.join(", ", words), value);
    }
  }

  /// Checks a word that must be there, and is usually one of a set (R-004-50 as corrected).
  void usualWord(JsonObject holder, String key, List<String> words) {
    var value = holder.find(key);
    if (!(value instanceof JsonString word) || Whitespace.isBlank(word.value())) {
      wrong(key, "must be a string, usually one of " + String.join(", ", words), value);
    } else if (!words.contains(word.value())) {
      reportOdd(key, "one of " + String.join(", ", words), value);
    }
  }

  /// Returns the object that must be there, or null after reporting that there is none.
  @Nullable JsonObject object(JsonObject holder, String key) {
    var value = holder.find(key);
    if (value instanceof JsonObject object) {
      return object;
    }
    wrong(key, "must be an object", value);
    return null;
  }

  /// Checks a text that may be null or missing.
  void textOrNull(String path, @Nullable Json value) {
    if (value != null && !(value instanceof JsonString) && !(value instanceof JsonNull)) {
      wrong(path, "must be a string or null", value);
    }
  }

  /// Checks a list of texts that may be missing.
  void texts(String path, @Nullable Json value) {
    if (value == null) {
      return;
    }
    if (!(value instanceof JsonArray array)) {
      wrong(path, "must be an array of strings", value);
      return;
    }
    for (int i = 0; i < array.size(); i++) {
      if (!(array.get(i) instanceof JsonString)) {
        wrong(path + "[" + i + "]", "must be a string", array.get(i));
      }
    }
  }

  /// Checks a number that may be missing.
  void number(JsonObject holder, String key) {
    var value = holder.find(key);
    if (value != null && !(value instanceof JsonNumber)) {
      wrong(key, "must be a number", value);
    }
  }

  /// Reports keys that stand in an object twice: readers differ about which one counts.
  void duplicates(String where, JsonObject object) {
    for (var key : object.duplicates()) {
      notices.add(
          new Notice("handoff-twice", where + key + " is given twice; the last one counts"));
    }
  }

  /// Returns the refusal of a summary in the words of R-004-05.
  static Blocker tooLong(String objection, SummaryLimit limit, String hint) {
    var shorter = "Shorten it to " + limit.tokens() + " tokens (counted as " + limit.strategy();
    return Blocker.refused("summary-too-long", objection, shorter + ")" + hint);
  }

  /// Returns the result of all checks.
  <T> ContractCheck<T> result(T value) {
    return blockers.isEmpty() ? new Accepted<>(value, notices) : new Rejected<>(blockers, notices);
  }

  private static String spelling(@Nullable Json value) {
    if (value == null) {
      return "nothing";
    }
    var text = JsonText.compact(value);
    return text.length() <= VALUE_MAX ? text : text.substring(0, VALUE_MAX) + "...";
  }
}
