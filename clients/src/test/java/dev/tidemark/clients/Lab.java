package dev.tidemark.clients;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// The sessions of one client that the features are read from: each is run once, when it is first
/// asked for.
final class Lab {
  static final String ANSWER = "THE ANSWER IS 42.";

  /// Where the definition of the workflow stands.
  static final String WORKFLOW = ".tidemark/workflows/release.yaml";

  private static final String HAND_EDIT =
      "sed -i 's/Two tables/Three tables/' .claude/state/release-v1.json";

  private final Client client;
  private final Path folder;
  private @Nullable Observed work;

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
        "start release/v1", "done design --summary 'Two tables' --created docs/auth.md");
  }

  /// The session that works: it changes the run, attacks the journal and approves its own work.
  synchronized Observed work() {
    if (work == null) {
      var workspace = project("work").after("install " + client.driver().word());
      var driver = client.driver();
      var journal = workspace.root().resolve(".tidemark/journal/x");
      var workflow = workspace.root().resolve(WORKFLOW);
      var script =
          Script.begin()
              .calls(driver.discover())
              .call("enter", driver.shell("tidemark enter build"))
              .call("rm", driver.shell("rm -rf .tidemark/journal"))
              .call("write", driver.write(journal, "x"))
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
      work = new Observed(Session.run(client, workspace, "Please go on", script), workspace);
    }
    return work;
  }

  static String read(Path file) {
    try {
      return Files.readString(file, UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
