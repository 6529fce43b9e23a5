package dev.tidemark.app.hook;

import dev.tidemark.json.Json;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonException;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonString;
import dev.tidemark.json.JsonText;
import dev.tidemark.text.Timestamps;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Transcript parser: the user's prompts, the agent's to-do list and plan, and the last error of a
/// command, from the end of the file.
///
/// Transcripts are undocumented and change, so parsing is lenient: a line is parsed if it contains
/// a keyword, and lines of another form are skipped. It is read backwards, at most [#BYTES_MAX] of
/// it and until a deadline. Known forms: the JSON lines of Claude Code, Codex and Qwen Code, and of
/// Gemini CLI where each message is a line.
final class Transcript {
  /// The number of bytes read, from the end of the file.
  static final int BYTES_MAX = 512 * 1024;

  /// The number of prompts returned, the newest ones.
  private static final int PROMPTS_MAX = 8;

  private static final int DEPTH_MAX = 12;

  /// The words of lines that are worth parsing.
  private static final List<String> WORDS =
      List.of(
          "\"user\"",
          "user_message",
          "odoWrite",
          "todowrite",
          "write_todos",
          "todo_write",
          "update_plan",
          "ExitPlanMode",
          "exit_plan_mode",
          "TaskUpdate",
          "created successfully",
          "\"is_error\":true",
          "function_call",
          "tool_use");

  private final List<Prompt> prompts = new ArrayList<>();
  private @Nullable List<String> tasks;
  private final Map<String, String> states = new HashMap<>();
  private final Map<String, String> subjects = new LinkedHashMap<>();
  private @Nullable String plan;
  private @Nullable String error;
  private @Nullable String failed;

  private Transcript() {}

  /// Returns whether nothing was found: there is no transcript, or it cannot be read.
  boolean isEmpty() {
    return prompts().isEmpty() && tasks().isEmpty() && plan == null && error == null;
  }

  /// Prompt of the user.
  ///
  /// @param at its time; absent if the transcript has none
  record Prompt(@Nullable Instant at, String text) {}

  /// Reads a transcript; one that is no regular file, or cannot be read, is empty.
  ///
  /// @param deadline by [System#nanoTime], after which the rest is left unread
  static Transcript read(@Nullable Path file, long deadline) {
    var transcript = new Transcript();
    if (file != null && Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      try {
        transcript.lines(tail(file), deadline);
      } catch (IOException unreadable) {
        // The file belongs to another program, and may be missing or locked.
      }
    }
    return transcript;
  }

  private static String tail(Path file) throws IOException {
    try (var input = new RandomAccessFile(file.toFile(), "r")) {
      long length = input.length();
      int size = (int) Math.min(length, BYTES_MAX);
      var bytes = new byte[size];
      input.seek(length - size);
      input.readFully(bytes);
      return new String(bytes, StandardCharsets.UTF_8);
    }
  }

  private void lines(String text, long deadline) {
    int end = text.length();
    while (end > 0 && System.nanoTime() < deadline) {
      int start = text.lastIndexOf('\n', end - 1) + 1;
      var line = text.substring(start, end);
      if (isOfInterest(line)) {
        line(line);
      }
      end = start - 1;
    }
  }

  private static boolean isOfInterest(String line) {
    for (var word : WORDS) {
      if (line.contains(word)) {
        return true;
      }
    }
    return false;
  }

  private void line(String line) {
    try {
      if (JsonText.parse(line, BYTES_MAX) instanceof JsonObject json) {
        prompt(json);
        walk(json, 0);
      }
    } catch (JsonException torn) {
      // The first line that was read may begin in its middle, and the last may be half written.
    }
  }

  private void prompt(JsonObject json) {
    var payload = json.object("payload");
    var text =
        payload != null && "user_message".equals(payload.string("type"))
            ? payload.string("message")
            : "user".equals(json.string("type")) && !json.isTrue("isMeta")
                ? messageText(json)
                : null;
    // Text with a leading tag is inserted by the agent: commands, reminders, output.
    if (text != null && !text.isBlank() && !text.startsWith("<") && prompts.size() < PROMPTS_MAX) {
      var at = json.string("timestamp");
      prompts.add(new Prompt(at == null ? null : Timestamps.parse(at).orElse(null), text.strip()));
    }
  }

  private static @Nullable String messageText(JsonObject json) {
    var message = json.object("message");
    var parts = message == null ? null : message.find("parts");
    var content = parts != null ? parts : (message == null ? json : message).find("content");
    if (content instanceof JsonString text) {
      return text.value();
    }
    if (content instanceof JsonArray array) {
      for (var part : array.elements()) {
        if (part instanceof JsonObject object && object.string("text") != null) {
          return object.string("text");
        }
      }
    }
    return null;
  }

  private void walk(Json json, int depth) {
    if (depth > DEPTH_MAX) {
      return;
    }
    if (json instanceof JsonArray array) {
      for (int i = array.size() - 1; i >= 0; i--) {
        walk(array.get(i), depth + 1);
      }
    } else if (json instanceof JsonObject object) {
      tool(object);
      result(object);
      for (var member : object.members()) {
        walk(member.value(), depth + 1);
      }
    }
  }

  private void tool(JsonObject call) {
    var name = call.string("name");
    var input = name == null ? null : input(call);
    if (name == null || input == null) {
      return;
    }
    switch (name) {
      case "TodoWrite", "todowrite", "write_todos", "todo_write", "update_plan" -> todo(input);
      case "TaskUpdate" -> update(input);
      case "ExitPlanMode", "exit_plan_mode" -> plan = plan == null ? input.string("plan") : plan;
      default -> command(call, input);
    }
  }

  private static @Nullable JsonObject input(JsonObject call) {
    for (var key : List.of("input", "args", "arguments")) {
      var value = call.find(key);
      if (value instanceof JsonObject object) {
        return object;
      }
      if (value instanceof JsonString text && text.value().startsWith("{")) {
        try {
          return JsonText.parse(text.value(), BYTES_MAX) instanceof JsonObject object
              ? object
              : null;
        } catch (JsonException other) {
          return null;
        }
      }
    }
    return null;
  }

  private void todo(JsonObject input) {
    if (tasks != null) {
      return;
    }
    var array = input.array("todos") == null ? input.array("plan") : input.array("todos");
    var found = new ArrayList<String>();
    for (int i = 0; array != null && i < array.size(); i++) {
      if (array.get(i) instanceof JsonObject item) {
        var text = first(item, "content", "step", "description", "title", "text");
        var status = item.string("status");
        if (text != null) {
          found.add("[" + (status == null ? "pending" : status) + "] " + text);
        }
      }
    }
    if (array != null) {
      tasks = found;
    }
  }

  private static @Nullable String first(JsonObject item, String... keys) {
    for (var key : keys) {
      var value = item.string(key);
      if (value != null) {
        return value;
      }
    }
    return null;
  }

  private void update(JsonObject input) {
    var id = input.string("taskId");
    var status = input.string("status");
    if (id != null && status != null) {
      states.putIfAbsent(id, status);
    }
    var subject = input.string("subject");
    if (id != null && subject != null) {
      subjects.putIfAbsent(id, subject);
    }
  }

  /// The result of a failed command stands behind the command, so it is come upon first.
  private void command(JsonObject call, JsonObject input) {
    var id = first(call, "id", "call_id");
    if (failed != null && failed.equals(id) && error != null) {
      var line = first(input, "command", "cmd");
      error = line == null ? error : line + ": " + error;
      failed = null;
    }
  }

  private void result(JsonObject json) {
    var text = content(json);
    if (text != null) {
      created(text);
    }
    boolean wrong =
        json.isTrue("is_error") || (text != null && json.has("call_id") && isFailure(text));
    if (wrong && error == null && text != null) {
      error = text.strip();
      failed = first(json, "tool_use_id", "call_id");
    }
  }

  private static @Nullable String content(JsonObject json) {
    boolean result = json.has("tool_use_id") || json.has("call_id");
    var value = !result ? null : json.has("output") ? json.find("output") : json.find("content");
    if (value instanceof JsonString text) {
      return text.value();
    }
    if (value instanceof JsonArray parts) {
      for (var part : parts.elements()) {
        if (part instanceof JsonObject object && object.string("text") != null) {
          return object.string("text");
        }
      }
    }
    return null;
  }

  private static boolean isFailure(String output) {
    int at = output.indexOf("\"exit_code\":");
    if (at >= 0) {
      int digit = at + "\"exit_code\":".length();
      return digit < output.length() && output.charAt(digit) != '0';
    }
    for (var begin : List.of("Exit code: ", "Process exited with code ")) {
      at = output.indexOf(begin);
      if (at >= 0 && at < 200) {
        int digit = at + begin.length();
        return digit < output.length() && output.charAt(digit) != '0';
      }
    }
    return false;
  }

  /// Reads `Task #3 created successfully: Write the tests`.
  private void created(String text) {
    var begin = "Task #";
    var middle = " created successfully: ";
    int end = text.startsWith(begin) ? text.indexOf(middle) : -1;
    if (end > 0) {
      subjects.putIfAbsent(
          text.substring(begin.length(), end), text.substring(end + middle.length()).strip());
    }
  }

  /// Returns the prompts of the user, oldest first.
  List<Prompt> prompts() {
    return prompts.reversed();
  }

  /// Returns the agent's to-do list, one line each with its state; empty if it has none.
  List<String> tasks() {
    var known = tasks;
    if (known != null) {
      return known;
    }
    var listed = new ArrayList<String>();
    for (var subject : subjects.entrySet()) {
      var state = states.getOrDefault(subject.getKey(), "pending");
      if (!state.equals("deleted")) {
        listed.addFirst("[" + state + "] " + subject.getValue());
      }
    }
    return listed;
  }

  /// Returns the agent's last plan; null if there is none.
  @Nullable String plan() {
    return plan;
  }

  /// Returns the last error of a command, the command before it; null if none failed.
  @Nullable String error() {
    return error;
  }
}
