package dev.tidemark.app.hook.event;

import dev.tidemark.json.Json;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonException;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonString;
import dev.tidemark.json.JsonText;
import dev.tidemark.security.Secrets;
import dev.tidemark.text.Sha256;
import dev.tidemark.text.Utf8;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Parsed event of an agent. The agents use different keys for the same; here there is one question
/// for each. Unknown keys mean nothing, and a wrong type is an absent value.
public final class HookInput {
  /// The most bytes that are read: a tool may be about to write a large file.
  public static final int BYTES_MAX = 16 * 1024 * 1024;

  private static final String CONTEXT = "<hook_context>";

  private static final String CONTEXT_END = "</hook_context>";

  /// Tools that run a skill or a command: Claude Code's, its older one, Gemini CLI's, others'.
  private static final List<String> SKILL_TOOLS =
      List.of("Skill", "SlashCommand", "activate_skill", "skill");

  private static final String[] FILES = {
    "file_path", "filePath", "notebook_path", "path", "absolute_path", "target_file", "destination"
  };

  private static final String[] SHELLS = {"command", "cmd", "script"};
  private static final String[] PATCHES = {"patch", "input", "patchText", "command"};

  private static final String[] PATCH_HEADS = {
    "*** Add File:", "*** Update File:", "*** Delete File:", "*** Move to:"
  };

  private final JsonObject json;

  public HookInput(JsonObject json) {
    this.json = json;
  }

  /// Reads all of it, so that the agent is not left writing into a closed pipe.
  ///
  /// @throws JsonException if it is not JSON, or not an object
  /// @throws IOException if it cannot be read, or is larger than [#BYTES_MAX]
  public static HookInput read(InputStream in) throws IOException {
    var bytes = in.readNBytes(BYTES_MAX + 1);
    if (bytes.length > BYTES_MAX) {
      throw new IOException("it is larger than " + BYTES_MAX + " bytes");
    }
    var text = Utf8.decode(bytes);
    if (text.isEmpty()) {
      throw new IOException("it is not UTF-8 text");
    }
    if (text.get().isBlank()) {
      throw new IOException("it is empty");
    }
    if (JsonText.parse(text.get(), BYTES_MAX) instanceof JsonObject object) {
      return new HookInput(object);
    }
    throw new IOException("it is not a JSON object");
  }

  /// Returns which session it is about, absent in some old versions: the id becomes the name of a
  /// folder and stands in the journal, so a digest takes the place of one that looks like a secret.
  @Nullable
  public String session() {
    var id = text(json, "session_id", "conversation_id", "sessionID", "sessionId");
    if (id == null || id.isBlank()) {
      return null;
    }
    return Secrets.isClear(id)
        ? id
        : "x" + Sha256.hex(id.getBytes(StandardCharsets.UTF_8)).substring(0, 32);
  }

  /// Returns the agent's working folder at the moment, which its relative paths begin at;
  /// `otherwise` if it is missing.
  public Path folder(Path otherwise) {
    var name = text(json, "cwd", "directory");
    var path = name == null ? null : path(name);
    if (path != null && path.isAbsolute()) {
      return path;
    }
    var workspace = workspace();
    return workspace == null ? otherwise : workspace;
  }

  /// Returns the first folder that Cursor has open; null if the event names none.
  @Nullable Path workspace() {
    var roots = json.strings("workspace_roots");
    var path = roots.isEmpty() ? null : path(roots.getFirst());
    return path == null || !path.isAbsolute() ? null : path;
  }

  /// Returns the trigger of the event: `compact`, `auto`, `logout`; empty if it is missing.
  public String cause() {
    var cause = text(json, "source", "trigger", "reason");
    return cause == null ? "" : Secrets.redacted(cause);
  }

  /// Returns the user's prompt, with the slash of a command; empty if it is missing.
  public String prompt() {
    var command = json.string("command_name");
    if (command != null) {
      var words = json.string("command_args");
      return "/" + command + (words == null || words.isBlank() ? "" : " " + words);
    }
    var prompt = json.string("prompt");
    return prompt == null ? "" : withoutContext(prompt.strip());
  }

  /// Gemini CLI puts the context added by hooks before the first prompt; added text is escaped, so
  /// the first end tag ends it.
  private static String withoutContext(String prompt) {
    var left = prompt;
    while (left.startsWith(CONTEXT)) {
      int end = left.indexOf(CONTEXT_END);
      if (end < 0) {
        return left;
      }
      left = left.substring(end + CONTEXT_END.length()).strip();
    }
    return left;
  }

  /// Returns the skill or command that the model is about to call; null if it is another tool.
  @Nullable
  public TypedCommand skill() {
    if (!SKILL_TOOLS.contains(tool())) {
      return null;
    }
    var name = text(arguments(), "skill", "name");
    if (name != null) {
      var words = arguments().string("args");
      return TypedCommand.of(name, words == null ? "" : words);
    }
    var line = arguments().string("command");
    return line == null ? null : TypedCommand.of(line);
  }

  /// Returns the file of the conversation; null if it is missing.
  @Nullable
  public Path transcript() {
    var name = json.string("transcript_path");
    var path = name == null ? null : path(name);
    return path != null && path.isAbsolute() ? path : null;
  }

  /// Returns the id that all events of one prompt share, if the agent sends one.
  @Nullable
  public String promptId() {
    return text(json, "prompt_id", "turn_id", "generation_id");
  }

  /// Returns the name of the tool; empty if it is missing.
  public String tool() {
    var tool = text(json, "tool_name", "tool");
    return tool == null ? "" : tool;
  }

  /// Returns the command line that a tool is about to give to a shell; null if it is another tool.
  @Nullable
  public String shell() {
    if (isPatch() || isForeign()) {
      return null;
    }
    for (var key : SHELLS) {
      for (var from : List.of(arguments(), json)) {
        if (from.find(key) instanceof JsonString line) {
          return line.value();
        }
        if (from.find(key) instanceof JsonArray words) {
          return String.join(" ", words.strings());
        }
      }
    }
    return null;
  }

  /// Returns the files that a tool is about to change, as it names them.
  public List<String> files() {
    var files = new ArrayList<String>();
    for (var key : FILES) {
      for (var from : List.of(arguments(), json)) {
        if (from.find(key) instanceof JsonString file) {
          files.add(file.value());
        }
      }
    }
    if (isPatch()) {
      for (var key : PATCHES) {
        if (arguments().find(key) instanceof JsonString patch) {
          addPatchFiles(patch.value(), files);
        } else if (arguments().find(key) instanceof JsonArray words) {
          addPatchFiles(String.join("\n", words.strings()), files);
        }
      }
    }
    return files;
  }

  /// Returns the run that a call of our own MCP server names; null if it names none.
  public @Nullable String run() {
    return text(arguments(), "run");
  }

  /// Returns whether the tool belongs to another server, so that only its name is known.
  public boolean isForeign() {
    return tool().startsWith("mcp_") || json.has("url") || json.has("server");
  }

  private boolean isPatch() {
    return tool().endsWith("apply_patch") || tool().equals("ApplyPatch");
  }

  /// Returns the arguments of the tool; Cursor hands those of other servers over as a text.
  private JsonObject arguments() {
    for (var key : List.of("tool_input", "args")) {
      var found = json.find(key);
      if (found instanceof JsonObject object) {
        return object;
      }
      if (found instanceof JsonString text && parsed(text.value()) instanceof JsonObject object) {
        return object;
      }
    }
    return JsonObject.EMPTY;
  }

  private static @Nullable Json parsed(String text) {
    try {
      return JsonText.parse(text, BYTES_MAX);
    } catch (JsonException other) {
      return null;
    }
  }

  private static @Nullable String text(JsonObject from, String... keys) {
    for (var key : keys) {
      var value = from.string(key);
      if (value != null) {
        return value;
      }
    }
    return null;
  }

  /// Returns the path of that name; null where no file can have it.
  public static @Nullable Path path(String name) {
    try {
      return Path.of(name);
    } catch (InvalidPathException none) {
      return null;
    }
  }

  /// Adds the files that a patch of Codex names (`*** Update File: src/a.ts`), each as often as it
  /// is named.
  public static void addPatchFiles(String patch, List<String> files) {
    int start = 0;
    while (start < patch.length()) {
      int end = patch.indexOf('\n', start);
      var line = patch.substring(start, end < 0 ? patch.length() : end).strip();
      for (var head : PATCH_HEADS) {
        if (line.startsWith(head)) {
          files.add(line.substring(head.length()).strip());
        }
      }
      start = end < 0 ? patch.length() : end + 1;
    }
  }
}
