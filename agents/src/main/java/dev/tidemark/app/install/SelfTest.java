package dev.tidemark.app.install;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidemark.app.hook.event.Agent;
import dev.tidemark.app.hook.event.Hook;
import dev.tidemark.app.hook.event.HookEvent;
import dev.tidemark.app.hook.event.HookReply;
import dev.tidemark.json.JsonException;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Self-test of installed hooks: runs their command lines as the agent would, with an event of a
/// scratch project, and checks the responses; hooks before tools must block.
///
/// An agent silently allows a tool if a hook's program is missing, slow or wrong. So this is the
/// only place where the failure becomes visible.
final class SelfTest {
  /// The first start after an installation may have to make its cache.
  private static final long PATIENCE_SECONDS = 60;

  private static final int TEXT_MAX = 200;

  private final Map<String, String> environment;
  private final List<String> tested = new ArrayList<>();
  private final List<String> failed = new ArrayList<>();

  /// @param environment the variables that the agent would hand over
  SelfTest(Map<String, String> environment) {
    this.environment = Map.copyOf(environment);
  }

  /// Returns the commands that were run.
  List<String> tested() {
    return List.copyOf(tested);
  }

  /// Returns the failed commands, with reasons.
  List<String> failed() {
    return List.copyOf(failed);
  }

  /// Runs hooks, and a status line if one is given.
  ///
  /// @throws IOException if the scratch project cannot be created
  void run(List<HookEntries.Entry> entries, @Nullable String statusLine) throws IOException {
    var scratch = Files.createTempDirectory("tidemark-install-");
    try {
      Files.createDirectories(scratch.resolve(".git"));
      Files.createDirectories(scratch.resolve(".tidemark"));
      for (var entry : entries) {
        var hook = entry.hook();
        var name = hook.agent().word() + " " + hook.event();
        check(name, entry, scratch, false);
        if (hook.moment() == HookEvent.TOOL) {
          check(name + " (a no)", entry, scratch, true);
        }
      }
      if (statusLine != null) {
        status(statusLine, scratch);
      }
    } finally {
      remove(scratch);
    }
  }

  private void check(String name, HookEntries.Entry entry, Path scratch, boolean refused) {
    tested.add(name);
    var hook = entry.hook();
    var event = refused ? harmful(hook, scratch) : harmless(hook, scratch);
    var line = entry.command();
    var ran = runHookCommand(line, scratch, JsonText.compact(event));
    var problem = ran.problem() != null ? ran.problem() : problem(hook.agent(), ran, refused);
    if (problem != null) {
      failed.add(name + ": " + problem + "; the command was: " + line);
    }
  }

  private static @Nullable String problem(Agent agent, Ran ran, boolean refused) {
    boolean byCode = HookReply.refusesByExitCode(agent);
    int wanted = refused && byCode ? 2 : 0;
    if (ran.exit() != wanted) {
      return "it ended with " + ran.exit() + " in place of " + wanted + outputText(ran);
    }
    if (refused ? !ran.out().contains("deny") : !isQuiet(ran.out())) {
      return refused
          ? "it did not refuse" + outputText(ran)
          : "its output is not a valid response" + outputText(ran);
    }
    return null;
  }

  private static boolean isQuiet(String out) {
    try {
      return out.isBlank() || JsonText.parse(out) instanceof JsonObject;
    } catch (JsonException other) {
      return false;
    }
  }

  private static String outputText(Ran ran) {
    var text = (ran.err() + " " + ran.out()).strip().replace('\n', ' ');
    return text.isEmpty() ? "" : ": " + text.substring(0, Math.min(TEXT_MAX, text.length()));
  }

  private void status(String command, Path scratch) {
    tested.add("status line");
    var status =
        "{\"session_id\":\"self-test\",\"cwd\":"
            + JsonText.compact(dev.tidemark.json.JsonString.of(scratch.toString()))
            + ",\"context_window\":{\"used_percentage\":42}}";
    var ran = runHookCommand(command, scratch, status);
    if (ran.problem() != null) {
      failed.add("status line: " + ran.problem() + "; the command was: " + command);
    } else if (ran.exit() != 0 || !ran.out().contains("context 42 %")) {
      failed.add("status line: it did not print the context" + outputText(ran));
    }
  }

  private static JsonObject harmless(Hook hook, Path scratch) {
    return event(hook, scratch, "a.txt", "true");
  }

  private static JsonObject harmful(Hook hook, Path scratch) {
    return event(hook, scratch, ".tidemark/journal/forged", "rm -rf .tidemark");
  }

  private static JsonObject event(Hook hook, Path scratch, String file, String command) {
    boolean shell = hook.event().equals("beforeShellExecution");
    var input = JsonObject.builder().add("file_path", file).build();
    var event =
        JsonObject.builder()
            .add("session_id", "self-test")
            .add("cwd", scratch.toString())
            .add("hook_event_name", hook.event())
            .add("source", "startup")
            .add("trigger", "manual")
            .add("reason", "other")
            .add("prompt", "Hello")
            .add("turn_id", "1")
            .add("transcript_path", scratch.resolve("none.jsonl").toString())
            .add("stop_hook_active", true);
    if (hook.moment() == HookEvent.TOOL && shell) {
      event.add("command", command);
    } else if (hook.moment() == HookEvent.TOOL) {
      event.add("tool_name", "Write").add("tool_input", input);
    }
    return event.build();
  }

  /// Result of one command.
  private record Ran(int exit, String out, String err, @Nullable String problem) {}

  private Ran runHookCommand(String command, Path scratch, String input) {
    try {
      var out = scratch.resolve("out.txt");
      var err = scratch.resolve("err.txt");
      var builder = new ProcessBuilder("/bin/sh", "-c", command).directory(scratch.toFile());
      builder.redirectOutput(out.toFile()).redirectError(err.toFile());
      builder.environment().clear();
      builder.environment().putAll(environment);
      var process = builder.start();
      try (var in = process.getOutputStream()) {
        in.write(input.getBytes(UTF_8));
      } catch (IOException deaf) {
        // Output and exit code show more.
      }
      if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        return new Ran(0, "", "", "it took longer than " + PATIENCE_SECONDS + " s");
      }
      return new Ran(process.exitValue(), Files.readString(out), Files.readString(err), null);
    } catch (IOException e) {
      return new Ran(0, "", "", "it could not be run: " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new Ran(0, "", "", "it was interrupted");
    }
  }

  private static void remove(Path folder) throws IOException {
    try (var paths = Files.walk(folder)) {
      for (var path : paths.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(path);
      }
    }
  }
}
