package dev.tidemark.clients;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidemark.app.Repository;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The sessions of one client that the features are read from: each is run once, when it is first
/// asked for.
final class Lab {
  static final String ANSWER = "THE ANSWER IS 42.";

  /// What a sub-agent reports.
  static final String REPORT = "THE REPORT OF THE PART";

  /// What the model sums up.
  static final String SUMMARY = "THE SUMMARY SO FAR";

  /// The command of a phase that a gate closes.
  static final String COMMAND = "vt-c-5-finalize";

  /// As many tokens as fill the context of every client.
  private static final int FULL = 990_000;

  /// Where the definition of the workflow stands.
  static final String WORKFLOW = ".tidemark/workflows/release.yaml";

  /// A line of `sed -i` alone is a tool of its own in Qwen Code, which asks to read the file first.
  static final String HAND_EDIT =
      "sed -i 's/Two tables/Three tables/' .claude/state/release-v1.json; true";

  private final Client client;
  private final Path folder;
  private final Map<String, Observed> sessions = new HashMap<>();
  private @Nullable Attended attended;
  private @Nullable ProviderFailures failures;

  Lab(Client client, Path folder) {
    this.client = client;
    this.folder = folder;
  }

  Client client() {
    return client;
  }

  /// A session and the project it worked in.
  record Observed(Session session, Workspace workspace) {
    String result(String call) {
      return session.result(call);
    }

    String history() {
      return workspace.history();
    }
  }

  /// Makes a project with a run whose last phase waits for an approval.
  Workspace project(String name) {
    var workspace = Workspace.in(folder.resolve(name));
    workspace
        .scratch()
        .write(WORKFLOW, "phases: [design, build, {name: publish, gates: [{approval: design}]}]\n");
    return workspace.after(
        "start release/v1",
        "done design --summary 'Two tables' --decision 'One schema'" + " --created docs/auth.md");
  }

  private synchronized Observed once(String name, Supplier<Observed> session) {
    var known = sessions.get(name);
    if (known == null) {
      known = session.get();
      sessions.put(name, known);
    }
    return known;
  }

  private String install() {
    return "install " + client.driver().word();
  }

  /// The session of a user at a terminal.
  synchronized Attended attended() {
    var known = attended;
    if (known == null) {
      known = Attended.play(client, project("attended").after("enter build", install()));
      attended = known;
    }
    return known;
  }

  /// The sessions whose provider fails.
  synchronized ProviderFailures failures() {
    var known = failures;
    if (known == null) {
      known = ProviderFailures.play(this);
      failures = known;
    }
    return known;
  }

  /// A session with Tidemark installed as a plugin of the client.
  Observed plugged() {
    return once(
        "plugged",
        () -> {
          var workspace = project("plugged").after("enter build");
          addPlugin(workspace);
          var driver = client.driver();
          var update = "mcp__plugin_tidemark_tidemark__tidemark_update";
          var script =
              Script.begin()
                  .call("", ToolCall.of("ToolSearch", "query", "select:" + update))
                  .call("read", driver.shell("cat README.md"))
                  .call("rm", driver.shell("rm -rf .git/tidemark"))
                  .call("done", ToolCall.of(update, "action", "done", "phase", "build"))
                  .say(ANSWER);
          return new Observed(Session.run(client, workspace, "Please go on", script), workspace);
        });
  }

  /// Installs the plugin of Claude Code.
  static void addPlugin(Workspace workspace) {
    var marketplace = Repository.root().resolve("plugins/claude-code").toString();
    plugin(workspace, "marketplace", "add", marketplace);
    plugin(workspace, "install", "tidemark@tidemark");
  }

  /// Runs a command of the client that concerns plugins, without a network.
  private static void plugin(Workspace workspace, String... command) {
    var claude = Installation.program("claude").toString();
    var words = new ArrayList<>(List.of("unshare", "-rn", claude, "plugin"));
    words.addAll(List.of(command));
    var ran = workspace.run(words, workspace.environment());
    if (ran.exit() != 0) {
      throw new AssertionError(words + " ended with " + ran);
    }
  }

  /// The session that works: it changes the run, attacks the journal and approves its own work.
  Observed work() {
    return once("work", this::observeWork);
  }

  private Observed observeWork() {
    var workspace = project("work").after(install());
    var driver = client.driver();
    // Some clients keep their own tools out of `.git`.
    var other = workspace.root().resolve(".tidemark/workflows/other.yaml");
    var workflow = workspace.root().resolve(WORKFLOW);
    var script =
        Script.begin()
            .calls(driver.discover())
            .call("enter", driver.shell("tidemark enter build"))
            .call("rm", driver.shell("rm -rf .git/tidemark"))
            .call("write", driver.write(other, "phases: [ship]"))
            .call("edit", driver.edit(workflow, "phases", "stages"))
            .call("gate", driver.shell("tidemark enter publish; echo exit=$?"))
            .call("approve", driver.shell("tidemark approve design; echo exit=$?"))
            .call("approve by MCP", driver.mcp("tidemark_approve", "phase", "design"))
            .call("hand edit", driver.shell(HAND_EDIT))
            .call(
                "done",
                driver.mcp(
                    "tidemark_update", "action", "done", "phase", "build", "summary", "Built"))
            .say(ANSWER);
    return new Observed(Session.run(client, workspace, "Please go on", script), workspace);
  }

  /// A question while a phase is in progress, which the model answers after two harmless calls.
  Observed question(boolean installed) {
    return once(
        "question " + installed,
        () -> {
          var workspace = project("question-" + installed).after("enter build");
          if (installed) {
            workspace.after(install());
          }
          return asked(workspace);
        });
  }

  /// The same in a project that has Tidemark installed and no run.
  Observed questionWithoutRun() {
    return once(
        "question without run",
        () -> {
          var workspace = Workspace.in(folder.resolve("no-run")).after(install());
          return asked(workspace);
        });
  }

  private Observed asked(Workspace workspace) {
    var driver = client.driver();
    var script =
        Script.begin()
            .call("read", driver.shell("cat README.md"))
            .call("write", driver.write(workspace.root().resolve("src/b.ts"), "b"))
            .say(ANSWER);
    return new Observed(Session.run(client, workspace, "Which is it?", script), workspace);
  }

  /// A session whose model hands a part to a sub-agent.
  Observed delegated(boolean installed) {
    return once(
        "delegated " + installed,
        () -> {
          var workspace = project("delegated-" + installed).after("enter build");
          if (installed) {
            workspace.after(install());
          }
          var driver = client.driver();
          var script =
              Script.begin()
                  .call("delegate", driver.subagent("Please report"))
                  .turn(driver.report(REPORT))
                  .say(ANSWER);
          return new Observed(Session.run(client, workspace, "Delegate it", script), workspace);
        });
  }

  /// A session whose context is full after the first call.
  Observed compacted() {
    return once(
        "compacted",
        () -> {
          var workspace = project("compacted").after("enter build", install());
          var call = client.driver().shell("echo one; echo two > src/c.ts");
          var script =
              Script.begin()
                  .turn(Turn.call(call).tokens(FULL))
                  .turn(Turn.say(SUMMARY))
                  .turn(Turn.say(ANSWER));
          var resume = client.driver().resume();
          if (!resume.isEmpty()) {
            Session.run(client, workspace, "Please begin", Script.begin().say("Begun"));
          }
          var session = Session.run(client, workspace, "Please go on", resume, script);
          return new Observed(session, workspace);
        });
  }

  /// A fresh session after one that was killed in the middle of a call.
  Observed resumed() {
    return once(
        "resumed",
        () -> {
          var workspace = project("resumed").after(install());
          workspace.recordMcp(client.driver().mcpFile());
          var marker = workspace.root().resolve("started");
          var driver = client.driver();
          var script =
              Script.begin()
                  .call("enter", driver.shell("tidemark enter build"))
                  .call("wait", driver.shell("touch started; sleep 60"));
          Session.kill(client, workspace, marker, script);
          var fresh = Script.begin().say(ANSWER);
          return new Observed(Session.run(client, workspace, "Please go on", fresh), workspace);
        });
  }

  /// A session that begins with a typed command whose phase a gate closes, by how it is typed.
  Observed typed(String how) {
    return once(
        how,
        () -> {
          var workspace = gated("typed-" + (how.hashCode() & 0xffff));
          var words = client.driver().typed(COMMAND).get(how);
          var options = words.subList(1, words.size());
          var script = Script.begin().say(ANSWER);
          return new Observed(
              Session.run(client, workspace, words.getFirst(), options, script), workspace);
        });
  }

  /// A session whose model runs that command by itself.
  Observed skilled(ToolCall skill) {
    return once(
        "skilled",
        () -> {
          var workspace = gated("skilled");
          var script = Script.begin().call("skill", skill).say(ANSWER);
          return new Observed(Session.run(client, workspace, "Please go on", script), workspace);
        });
  }

  private Workspace gated(String name) {
    var workspace = Workspace.in(folder.resolve(name));
    workspace.after("done 2-plan --run phase/dev", "done 3-build --run phase/dev", install());
    client.driver().define(workspace, COMMAND, "Please finalize it");
    return workspace;
  }

  static String read(Path file) {
    try {
      return Files.readString(file, UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
