package dev.tidemark.runner;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidemark.integrations.git.ProjectRoot;
import dev.tidemark.integrations.process.SearchPath;
import dev.tidemark.stores.file.path.StateFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Sandbox of an agent: the command line of bubblewrap (`bwrap`), on Linux, below which an agent
/// writes in the project, in its own folders of the user, in the caches of build tools and in a
/// `/tmp` of its own. The rest of the file system is read-only; network, processes and sockets are
/// those of the user.
///
/// Processes keep their ids, group, session and environment, so that their supervisor finds and
/// ends them as without a sandbox. `bwrap` itself ignores TERM, because the agent would be killed
/// with it, and gets no time to end.
///
/// @param root the root of the project
/// @param environment the variables of the agent
record Sandbox(Path root, Map<String, String> environment) {
  static final Path TMP = Path.of("/tmp");
  private static final String BELOW_TMP = TMP + "/";
  private static final int PATIENCE_SECONDS = 10;
  private static final String BWRAP = "bwrap";
  private static final String ENV = "/usr/bin/env";

  /// What of `.tidemark` an agent cannot write.
  private static final List<String> PROTECTED = List.of("workflows", "config.yaml");

  /// Caches of build tools in `HOME`: an agent that builds needs them.
  private static final List<String> CACHES =
      List.of(".cache", ".cargo/registry", ".gradle", ".m2/repository", ".npm", "go/pkg");

  /// Returns why there is no sandbox on this machine; empty if there is one.
  String unavailableReason() throws IOException {
    if (bwrap() == null) {
      return "bwrap is not installed";
    }
    var builder =
        new ProcessBuilder(wrapCommand(AgentAdapter.COMMAND, root, List.of("true")))
            .directory(root.toFile())
            .redirectErrorStream(true);
    builder.environment().clear();
    builder.environment().putAll(environment);
    try {
      var process = builder.start();
      process.getOutputStream().close();
      if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        return "bwrap does not end";
      }
      if (process.exitValue() == 0) {
        return "";
      }
      var output = new String(process.getInputStream().readAllBytes(), UTF_8).strip();
      return output.startsWith("bwrap: ") ? output : "bwrap is not installed";
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return "interrupted";
    }
  }

  private @Nullable String bwrap() {
    return SearchPath.of(environment, root).find(BWRAP);
  }

  /// Returns the words that start a program in the sandbox.
  ///
  /// @param where the folder that it works in, in the project
  List<String> wrapCommand(AgentAdapter adapter, Path where, List<String> words)
      throws IOException {
    var bwrap = bwrap();
    var all = new ArrayList<>(List.of(ENV, "--ignore-signal=TERM"));
    all.addAll(List.of(bwrap == null ? BWRAP : bwrap, "--die-with-parent", "--unshare-user-try"));
    all.addAll(List.of("--ro-bind", "/", "/", "--dev", "/dev", "--tmpfs", TMP.toString()));
    // A sandbox inside this one, such as that of codex, writes the maps of its users there.
    all.addAll(List.of("--bind", "/proc", "/proc"));
    for (var path : needed(words)) {
      bind(all, "--ro-bind-try", path);
    }
    var calls = environment.get(RunnerHost.CALLS);
    if (calls != null) {
      all.addAll(List.of("--perms", "0700", "--dir", String.valueOf(Path.of(calls).getParent())));
      bind(all, "--ro-bind-try", Path.of(calls));
    }
    for (var path : agentFolders(adapter)) {
      bind(all, "--bind-try", path);
    }
    for (var cache : CACHES) {
      bind(all, "--bind-try", home(cache));
    }
    bind(all, "--bind", new ProjectRoot(root, ProjectRoot.Origin.OPTION).repository(environment));
    bind(all, "--bind", root);
    var tidemark = root.resolve(".tidemark");
    // As mount points, neither the folder nor what is read-only in it can be moved out of the way.
    bind(all, "--bind-try", tidemark);
    for (var name : PROTECTED) {
      bind(all, "--ro-bind-try", tidemark.resolve(name));
    }
    protectState(all, StateFolder.of(root));
    all.addAll(List.of("--chdir", where.toString(), "--", ENV, "--default-signal=TERM"));
    // `env` would take a first word with an equals sign for a variable.
    all.addAll(List.of("/bin/sh", "-c", "exec \"$@\"", "sh"));
    all.addAll(words);
    return all;
  }

  /// Nothing of the record can be written, nor moved out of the way: `tidemark`, called by the
  /// agent, has its runner write it.
  private static void protectState(List<String> all, StateFolder stateFolder) throws IOException {
    var location = stateFolder.location();
    bind(all, "--ro-bind-try", location.isInGit() ? location.inRepository() : stateFolder.path());
    var link = location.link();
    if (link != null) {
      bind(all, "--ro-bind-try", link);
    }
  }

  /// Returns what of the real `/tmp` leads to the program, its arguments, the search path and
  /// `HOME`: without it they would not be there.
  private Set<Path> needed(List<String> words) {
    var paths = new ArrayList<>(words);
    paths.add(home("").toString());
    paths.addAll(List.of(environment.getOrDefault("PATH", "").split(":")));
    var needed = new TreeSet<Path>();
    for (var word : paths) {
      var path = word.startsWith(BELOW_TMP) ? Path.of(word).normalize() : TMP;
      if (path.startsWith(TMP) && path.getNameCount() > 1) {
        needed.add(TMP.resolve(path.getName(1)));
      }
    }
    return needed;
  }

  /// A mount point that is a link would be looked for outside the sandbox.
  private static void bind(List<String> all, String option, Path path) throws IOException {
    var real = Files.exists(path) ? path.toRealPath().toString() : path.toString();
    all.addAll(List.of(option, real, real));
  }

  /// Makes the folders that an agent needs at its first start, and the one whose absence would let
  /// it define workflows.
  void prepare(AgentAdapter adapter) throws IOException {
    for (var path : adapter == AgentAdapter.COMMAND ? List.<Path>of() : agentFolders(adapter)) {
      if (!path.toString().endsWith(".json")) {
        Files.createDirectories(path);
      }
    }
    var workflows = root.resolve(".tidemark/workflows");
    if (!Files.exists(workflows, LinkOption.NOFOLLOW_LINKS)) {
      Files.createDirectories(workflows);
    }
  }

  /// Returns where an agent keeps its login and its sessions. A `command` may call any of them.
  private List<Path> agentFolders(AgentAdapter adapter) {
    return switch (adapter) {
      case CLAUDE -> List.of(named("CLAUDE_CONFIG_DIR", ".claude"), home(".claude.json"));
      case CODEX -> List.of(named("CODEX_HOME", ".codex"));
      case GEMINI -> List.of(named("GEMINI_CLI_HOME", "").resolve(".gemini"));
      case OPENCODE ->
          List.of(
              named("XDG_CONFIG_HOME", ".config").resolve("opencode"),
              named("XDG_DATA_HOME", ".local/share").resolve("opencode"),
              named("XDG_STATE_HOME", ".local/state").resolve("opencode"),
              named("XDG_CACHE_HOME", ".cache").resolve("opencode"));
      case COMMAND -> {
        var all = new ArrayList<Path>();
        for (var other : AgentAdapter.values()) {
          all.addAll(other == AgentAdapter.COMMAND ? List.of() : agentFolders(other));
        }
        yield all;
      }
    };
  }

  private Path named(String variable, String otherwise) {
    var value = environment.get(variable);
    return value == null || value.isBlank() ? home(otherwise) : root.resolve(value);
  }

  private Path home(String name) {
    var home = environment.get("HOME");
    return home == null || home.isBlank() ? root : root.resolve(home).resolve(name);
  }
}
