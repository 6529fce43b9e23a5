package dev.tidemark.clients;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidemark.app.demo.ShellWords;
import dev.tidemark.app.main.Ran;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import dev.tidemark.testkit.ScratchRepository;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// A project for one client: a git repository, an empty home folder, and `tidemark`, `node` and the
/// clients on the `PATH`. Nothing of the machine's environment reaches it.
final class Workspace {
  private static final int PATIENCE_MINUTES = 3;

  private static final String PATH =
      Installation.tidemark().getParent()
          + ":"
          + Installation.programs()
          + ":/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin";

  private final ScratchRepository scratch;
  private final Path folder;
  private final Map<String, String> more = new TreeMap<>();
  private @Nullable Path main;

  private Workspace(ScratchRepository scratch, Path folder) {
    this.scratch = scratch;
    this.folder = folder;
  }

  /// Makes one with a commit and no run.
  static Workspace in(Path folder) {
    var scratch = ScratchRepository.in(folder);
    scratch.write("README.md", "# Demo\n").write("src/a.ts", "a\n").write("docs/auth.md", "auth\n");
    scratch.write(".gitignore", ".claude/state/\n.tidemark/\n");
    scratch.commit("Begin");
    try {
      Files.createDirectories(folder.resolve("tmp"));
      // Codex runs commands in a login shell, which begins with a PATH of its own.
      Files.writeString(scratch.home().resolve(".profile"), "export PATH='" + PATH + "'\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new Workspace(scratch, folder);
  }

  /// Returns the same surroundings in another folder: a linked work tree.
  Workspace at(Path other) {
    var workspace = new Workspace(scratch.at(other), folder);
    workspace.main = root();
    return workspace;
  }

  /// Returns the main work tree of the repository.
  Path main() {
    return main == null ? root() : main;
  }

  /// Starts a run with one finished phase and one in progress.
  Workspace withRun() {
    return after(
        "start implement/auth --phases design,implementation,validation",
        "done design --summary 'Refresh tokens rotate on use.' --created docs/auth.md",
        "enter implementation");
  }

  ScratchRepository scratch() {
    return scratch;
  }

  Path root() {
    return scratch.root();
  }

  Path home() {
    return scratch.home();
  }

  /// Returns the whole environment of a client, which may add to it.
  Map<String, String> environment() {
    var environment = new TreeMap<String, String>();
    environment.put("HOME", home().toString());
    environment.put("TMPDIR", folder.resolve("tmp").toString());
    environment.put("PATH", PATH);
    environment.put("LANG", "C.UTF-8");
    environment.put("TERM", "xterm-256color");
    // No process of a test is left behind.
    environment.put("TIDEMARK_SERVER", "off");
    environment.putAll(more);
    return environment;
  }

  /// Runs a line of Tidemark, as the user would in a shell.
  Ran tidemark(String line) {
    var words = new ArrayList<>(List.of(Installation.tidemark().toString()));
    words.addAll(ShellWords.of(line));
    return run(words, environment());
  }

  /// Runs lines that prepare something.
  Workspace after(String... lines) {
    for (var line : lines) {
      var ran = tidemark(line);
      if (ran.exit() != 0) {
        throw new AssertionError("tidemark " + line + " ended with " + ran);
      }
    }
    return this;
  }

  /// Writes hooks that note their own names in a file, as Claude Code, Codex, Gemini CLI and Qwen
  /// Code read them.
  static void recordHooks(Path file, Path log, String... events) throws IOException {
    var hooks = JsonObject.builder();
    for (var event : events) {
      var command = Protocol.object("type", "command", "command", "echo " + event + " >>" + log);
      var entry = Protocol.object("hooks", JsonArray.of(command));
      hooks.add(event, JsonArray.of(entry));
    }
    Files.createDirectories(file.getParent());
    var settings = Protocol.object("hooks", hooks.build());
    Files.writeString(file, JsonText.pretty(settings), UTF_8);
  }

  /// Takes Tidemark off the `PATH` of the client.
  Workspace withoutTidemark() {
    more.put("PATH", PATH.substring(PATH.indexOf(':') + 1));
    return this;
  }

  /// Has the client start the MCP server with a copy of what it is sent in a file.
  Path recordMcp(String settings) {
    try {
      var log = folder.resolve("mcp.log");
      var program = folder.resolve("recorder");
      var launcher = Installation.tidemark().toString();
      Files.writeString(program, "#!/bin/sh\ntee -a '" + log + "' | '" + launcher + "' \"$@\"\n");
      Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
      var file = root().resolve(settings);
      var text = Files.readString(file, UTF_8);
      Files.writeString(file, text.replace('"' + launcher + '"', '"' + program.toString() + '"'));
      return log;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Returns the content of every file of the project, and its empty folders.
  SortedMap<String, String> files() {
    var found = new TreeMap<String, String>();
    try (var paths = Files.walk(root())) {
      for (var path : paths.toList()) {
        var name = root().relativize(path).toString();
        if (name.startsWith(".git/") || name.equals(".git") || name.startsWith(".tidemark")) {
          continue;
        }
        if (Files.isRegularFile(path)) {
          found.put(name, Files.readString(path, UTF_8));
        } else if (isEmpty(path)) {
          found.put(name + "/", "");
        }
      }
      return found;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean isEmpty(Path folder) throws IOException {
    try (var inside = Files.list(folder)) {
      return inside.findAny().isEmpty();
    }
  }

  /// Returns the journal of the newest run as the user sees it.
  String history() {
    return tidemark("history --limit 100").out();
  }

  /// Runs a command to its end.
  Ran run(List<String> words, Map<String, String> environment) {
    try {
      var out = Files.createTempFile(folder, "out", "");
      var err = Files.createTempFile(folder, "err", "");
      var process = start(words, environment, out, err);
      if (!process.waitFor(PATIENCE_MINUTES, TimeUnit.MINUTES)) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        throw new AssertionError(words + " does not end: " + Files.readString(err, UTF_8));
      }
      return new Ran(
          process.exitValue(), Files.readString(out, UTF_8), Files.readString(err, UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
  }

  /// Starts a command with its output in files.
  Process start(List<String> words, Map<String, String> environment, Path out, Path err)
      throws IOException {
    var builder =
        new ProcessBuilder(words)
            .directory(root().toFile())
            .redirectInput(Path.of("/dev/null").toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile());
    builder.environment().clear();
    builder.environment().putAll(environment);
    return builder.start();
  }
}
