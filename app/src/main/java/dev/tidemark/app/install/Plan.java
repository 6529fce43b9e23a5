package dev.tidemark.app.install;

import dev.tidemark.app.command.InputException;
import dev.tidemark.app.hook.Agent;
import dev.tidemark.json.JsonException;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonSplice;
import dev.tidemark.json.JsonText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What is to become of an agent's file. Reads it, and changes nothing.
final class Plan {
  private final Target target;
  private final List<String> program;
  private final @Nullable String above;

  /// @param target which file
  /// @param program the words that start this program
  /// @param above the status line that the file would hide; absent if none
  Plan(Target target, List<String> program, @Nullable String above) {
    this.target = target;
    this.program = List.copyOf(program);
    this.above = above;
  }

  /// Returns the edit that puts us in, or takes us out.
  ///
  /// @param parts what is meant
  /// @throws IOException if the file cannot be read
  /// @throws InputException if it is not what the agent's file should be; it is left as it is
  FileEdit edit(boolean in, Parts parts) throws IOException {
    var file = Files.exists(target.file()) ? target.file().toRealPath() : target.file();
    var before = Files.exists(file) ? Files.readString(file) : null;
    if (target.agent() == Agent.OPENCODE) {
      return plugin(file, before, in);
    }
    var text = before == null ? "" : before;
    var jsonc = Jsonc.of(target.hasComments() ? text : "");
    var plain = target.hasComments() ? jsonc.json() : text;
    var settings = settings(file, plain);
    var changed = in ? installed(settings, parts) : removed(settings, parts);
    if (changed.equals(settings) && (before != null || !in)) {
      return new FileEdit(file, before, before);
    }
    if (!in && changed.size() == 0) {
      return new FileEdit(file, before, null);
    }
    var spliced = JsonSplice.apply(plain, changed);
    var after = target.hasComments() ? jsonc.restored(spliced) : spliced;
    return new FileEdit(file, before, before == null ? after + "\n" : after);
  }

  /// Which of what we have is meant.
  ///
  /// @param hooks the hooks
  /// @param statusLine the status line, where the agent has one
  record Parts(boolean hooks, boolean statusLine) {}

  private JsonObject installed(JsonObject settings, Parts parts) {
    var changed =
        parts.hooks() ? new HookEntries(target.agent(), program).installed(settings) : settings;
    return parts.statusLine() && target.agent() == Agent.CLAUDE_CODE
        ? new StatusEntry(program, above).installed(changed)
        : changed;
  }

  private JsonObject removed(JsonObject settings, Parts parts) {
    var changed =
        parts.hooks() ? new HookEntries(target.agent(), program).removed(settings) : settings;
    return parts.statusLine() && target.agent() == Agent.CLAUDE_CODE
        ? new StatusEntry(program, above).removed(changed)
        : changed;
  }

  private FileEdit plugin(Path file, @Nullable String before, boolean in) throws IOException {
    if (before != null && !OpenCodePlugin.isOurs(before)) {
      throw new InputException(
          file + " is not a file of Tidemark, and was left as it is", "Move it away.");
    }
    return new FileEdit(file, before, in ? OpenCodePlugin.text(program) : null);
  }

  static JsonObject settings(Path file, String text) {
    if (text.isBlank()) {
      return JsonObject.EMPTY;
    }
    try {
      if (JsonText.parse(text) instanceof JsonObject settings) {
        return settings;
      }
      throw new InputException(
          file + " does not hold a JSON object, and was left as it is", "Mend it first.");
    } catch (JsonException broken) {
      throw new InputException(
          file + " is not JSON, and was left as it is: " + broken.getMessage(), "Mend it first.");
    }
  }
}
