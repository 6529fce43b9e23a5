package dev.tidemark.app.main;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidemark.app.command.session.ProcessContext;
import dev.tidemark.app.hook.HookDispatcher;
import dev.tidemark.engine.ChangeMode;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.util.Map;

/// Quiet training run, the hidden verb `self-train quiet`: the hooks of a project without a run,
/// for a class cache of their own. Every class in a cache is set up at each start, needed or not,
/// and nearly every hook call of an agent has an empty answer.
///
/// It touches no disk: the classes for that would be in the cache.
final class QuietTraining {
  private static final String[][] EVENTS = {
    {"claude-code", "PreToolUse"},
    {"claude-code", "SessionStart"},
    {"claude-code", "Stop"},
    {"codex", "UserPromptSubmit"},
    {"gemini", "BeforeTool"},
    {"cursor", "beforeShellExecution"},
    {"opencode", "tool.execute.before"},
    {"claude-code", "Nothing"},
  };

  private static final String EVENT =
      "{\"session_id\":\"s\",\"cwd\":\"/\",\"tool_name\":\"Edit\",\"stop_hook_active\":false,"
          + "\"tool_input\":{\"file_path\":\"a\\n\\u00e9\",\"n\":[1,null,true]}}";

  private final ProcessContext place;

  QuietTraining(ProcessContext place) {
    this.place = place;
  }

  /// Returns the exit code: 0.
  int run() {
    for (var event : EVENTS) {
      answer(event, EVENT);
    }
    answer(EVENTS[0], "{nonsense");
    answer(EVENTS[0], "");
    return 0;
  }

  private void answer(String[] event, String input) {
    var in = new ByteArrayInputStream(input.getBytes(UTF_8));
    var there = new ProcessContext(place.folder(), Map.of(), in, place.opener(), place.program());
    var sink = new ByteArrayOutputStream();
    new HookDispatcher(there, sink, sink, ChangeMode.DRY_RUN).answer(event[0], event[1]);
  }
}
