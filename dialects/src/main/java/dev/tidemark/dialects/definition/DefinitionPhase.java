package dev.tidemark.dialects.definition;

import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.json.Json;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonString;
import dev.tidemark.text.SafeName;
import dev.tidemark.workflow.PhaseDefinition;
import org.jspecify.annotations.Nullable;

/// Reads one phase of a definition: its name or, where documents number their phases, its name and
/// its number.
final class DefinitionPhase {
  private static final String NAME = "name";
  private static final String NUMBER = "number";
  private static final int DIGITS_MAX = 6;

  private final Wrong wrong;

  DefinitionPhase(Wrong wrong) {
    this.wrong = wrong;
  }

  /// Says where a problem is.
  @FunctionalInterface
  interface Wrong {
    DefinitionException of(String problem);
  }

  PhaseDefinition read(Json entry) {
    if (!(entry instanceof JsonObject object)) {
      return new PhaseDefinition(new PhaseName(name(entry)));
    }
    for (var member : object.members()) {
      if (!member.key().equals(NAME) && !member.key().equals(NUMBER)) {
        throw wrong.of("unknown key " + member.key() + ": expected name and number");
      }
    }
    var name = object.find(NAME);
    if (name == null) {
      throw wrong.of("expected the name of a phase, but found none");
    }
    return new PhaseDefinition(new PhaseName(name(name)), number(object.find(NUMBER)));
  }

  private String name(Json value) {
    if (!(value instanceof JsonString text)) {
      var found = Definitions.shown(value) + Definitions.inQuotes(value);
      throw wrong.of("expected the name of a phase, but found " + found);
    }
    var name = text.value();
    if (name.isBlank() || name.length() > SafeName.MAX_LENGTH || hasControls(name)) {
      throw wrong.of(
          "a phase needs a name of one line, with at most " + SafeName.MAX_LENGTH + " letters");
    }
    return name;
  }

  private @Nullable String number(@Nullable Json value) {
    if (value == null) {
      return null;
    }
    var text = value instanceof JsonString string ? string.value() : value.toString();
    if (!isNumber(text)) {
      throw wrong.of(
          "expected a number such as 1 or 1.5, but found " + Definitions.shown(value));
    }
    return text;
  }

  private static boolean isNumber(String text) {
    int point = text.indexOf('.');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if ((c < '0' || c > '9') && i != point) {
        return false;
      }
    }
    boolean inside = point != 0 && point != text.length() - 1;
    return !text.isEmpty() && text.length() <= DIGITS_MAX && inside;
  }

  private static boolean hasControls(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (Character.isISOControl(text.charAt(i))) {
        return true;
      }
    }
    return false;
  }
}
