package dev.tidemark.app.install;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidemark.app.command.session.InputException;
import dev.tidemark.app.hook.event.Agent;
import dev.tidemark.app.hook.event.HookTable;
import dev.tidemark.app.install.edit.FileEdit;
import dev.tidemark.app.install.edit.HookFile;
import dev.tidemark.app.install.edit.JsoncText;
import dev.tidemark.app.install.edit.McpEntry;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonException;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonSplice;
import dev.tidemark.json.JsonText;
import dev.tidemark.text.BoundedFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Installation plan for an agent's file. Reads it, and changes nothing.
final class InstallPlan {
  private static final String AGREED = "enabledMcpjsonServers";
  private static final String NAME = "tidemark";
  private static final String TEMPLATE = "opencode.js";

  private static final String OURS = "// Written by `tidemark install opencode`";
  private final HookFile hookFile;
  private final List<String> program;
  private final @Nullable String above;
  private final InstallRecord installRecord;

  /// @param hookFile which file
  /// @param program the words that start this program
  /// @param above the status line that the file would hide; absent if none
  /// @param installRecord what the file held before
  InstallPlan(
      HookFile hookFile,
      List<String> program,
      @Nullable String above,
      InstallRecord installRecord) {
    this.installRecord = installRecord;
    this.hookFile = hookFile;
    this.program = List.copyOf(program);
    this.above = above;
  }

  /// Returns the edit that puts us in, or takes us out.
  ///
  /// @param parts the selected parts
  /// @throws IOException if the file cannot be read
  /// @throws InputException if it is not a valid file of the agent; it is left unchanged
  FileEdit edit(boolean in, Set<InstallPart> parts) throws IOException {
    var file = Files.exists(hookFile.file()) ? hookFile.file().toRealPath() : hookFile.file();
    var before = Files.exists(file) ? BoundedFile.text(file) : null;
    if (hookFile.agent() == Agent.OPENCODE) {
      return plugin(file, before, in, parts);
    }
    var text = before == null ? "" : before;
    var jsoncText = JsoncText.of(hookFile.hasComments() ? text : "");
    var plain = hookFile.hasComments() ? jsoncText.json() : text;
    var settings = settings(file, plain);
    var changed = in ? installed(settings, parts) : removed(settings, parts);
    if (changed.equals(settings)) {
      return new FileEdit(file, before, before);
    }
    var spliced = JsonSplice.apply(plain, changed);
    var after = hookFile.hasComments() ? jsoncText.restored(spliced) : spliced;
    if (!in && changed.size() == 0) {
      return new FileEdit(file, before, installRecord.rest(file, after));
    }
    return new FileEdit(file, before, before == null ? after + "\n" : after);
  }

  private JsonObject installed(JsonObject settings, Set<InstallPart> parts) {
    var changed = settings;
    if (parts.contains(InstallPart.HOOKS)) {
      changed = new HookEntries(hookFile.agent(), program).installed(changed);
    }
    if (parts.contains(InstallPart.STATUSLINE) && hookFile.agent() == Agent.CLAUDE_CODE) {
      changed = new StatusEntry(program, above).installed(changed);
    }
    return parts.contains(InstallPart.MCP) ? server(changed, true) : changed;
  }

  private JsonObject removed(JsonObject settings, Set<InstallPart> parts) {
    var changed = settings;
    if (parts.contains(InstallPart.HOOKS)) {
      changed = new HookEntries(hookFile.agent(), program).removed(changed);
    }
    if (parts.contains(InstallPart.STATUSLINE) && hookFile.agent() == Agent.CLAUDE_CODE) {
      changed = new StatusEntry(program, above).removed(changed);
    }
    return parts.contains(InstallPart.MCP) ? server(changed, false) : changed;
  }

  /// Gemini CLI and Qwen Code keep their servers in this file; Claude Code only whether the user
  /// agrees to one of the project.
  private JsonObject server(JsonObject settings, boolean in) {
    return switch (hookFile.agent()) {
      case GEMINI, QWEN -> McpEntry.of(hookFile.agent(), program).edit(settings, in);
      case CLAUDE_CODE -> hookFile.user() ? settings : withConsent(settings, in);
      default -> settings;
    };
  }

  private static JsonObject withConsent(JsonObject settings, boolean in) {
    var array = settings.array(AGREED);
    var names = new ArrayList<String>(array == null ? List.of() : array.strings());
    if (in == names.contains(NAME) || (array != null && names.size() < array.size())) {
      return settings;
    }
    if (in) {
      names.add(NAME);
    } else {
      names.remove(NAME);
    }
    return names.isEmpty()
        ? settings.without(AGREED)
        : settings.with(AGREED, JsonArray.ofStrings(names));
  }

  private FileEdit plugin(Path file, @Nullable String before, boolean in, Set<InstallPart> parts)
      throws IOException {
    if (!parts.contains(InstallPart.HOOKS)) {
      return new FileEdit(file, before, before);
    }
    if (before != null && !isOurPlugin(before)) {
      throw new InputException(
          file + " is not a file of Tidemark, and was left as it is", "Move it away.");
    }
    return new FileEdit(file, before, in ? openCodePlugin(program) : null);
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
          file + " does not hold a JSON object, and was left as it is", "Fix it first.");
    } catch (JsonException broken) {
      throw new InputException(
          file + " is not JSON, and was left as it is: " + broken.getMessage(), "Fix it first.");
    }
  }

  /// Returns the plugin file of OpenCode, which forwards its events to the hooks of a program.
  ///
  /// @throws IOException if the distribution is incomplete
  static String openCodePlugin(List<String> program) throws IOException {
    try (var template = InstallPlan.class.getResourceAsStream(TEMPLATE)) {
      if (template == null) {
        throw new IOException("the distribution holds no " + TEMPLATE);
      }
      var timeouts = JsonObject.builder();
      for (var hook : HookTable.of(Agent.OPENCODE)) {
        timeouts.add(hook.event(), hook.seconds());
      }
      return new String(template.readAllBytes(), UTF_8)
          .replace("@PROGRAM@", JsonText.compact(JsonArray.ofStrings(program)))
          .replace("@TIMEOUTS@", JsonText.compact(timeouts.build()));
    }
  }

  /// Returns whether a file was created by this program, in any version.
  private static boolean isOurPlugin(String text) {
    return text.startsWith(OURS);
  }
}
