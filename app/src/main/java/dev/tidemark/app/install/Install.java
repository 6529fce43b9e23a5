package dev.tidemark.app.install;

import dev.tidemark.app.cli.Call;
import dev.tidemark.app.cli.ExitCode;
import dev.tidemark.app.command.InputException;
import dev.tidemark.app.command.Session;
import dev.tidemark.app.hook.Agent;
import dev.tidemark.app.hook.HookTable;
import dev.tidemark.app.install.HookObstacles.Obstacle;
import dev.tidemark.engine.Mode;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonObject;
import dev.tidemark.text.BoundedFile;
import dev.tidemark.workflow.IgnoreStatus;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The verb `install`: adds or removes the hooks of an agent, and tests them.
public final class Install {
  private static final Proof NONE = new Proof(List.of(), List.of(), List.of());

  private final Session session;
  private final Call call;
  private final Agent agent;
  private final List<String> program;

  /// Takes the session to act in.
  public Install(Session session) {
    this.session = session;
    this.call = session.call();
    var agentNamed = Agent.of(call.required("AGENT"));
    if (agentNamed == null) {
      throw new IllegalStateException("the table lets only known agents pass");
    }
    this.agent = agentNamed;
    this.program = new Launcher(session.place()).words();
  }

  /// Puts the hooks in, or takes them out.
  ///
  /// @throws IOException if the disk fails; the message names the action that failed
  public ExitCode run() throws IOException {
    boolean in = !call.has("uninstall");
    var target = target();
    var companions = new Companions(target, root(target), program);
    var served = in && isServed(companions);
    var edit = new Plan(target, program, above(target), served).edit(in, parts());
    var others = companions.edits(in, parts());
    if (session.mode() == Mode.DRY_RUN) {
      return told(target, new Edits(edit, others), NONE);
    }
    edit.make();
    for (var other : others) {
      other.file().make();
    }
    var test = new SelfTest(session.place().environment(), program);
    if (in) {
      prove(target, test);
    }
    var obstacles = in ? obstacles(target) : List.<Obstacle>of();
    if (test.failed().isEmpty()) {
      finish(edit, target);
      for (var other : others) {
        finish(other.file(), target);
      }
    }
    return told(
        target, new Edits(edit, others), new Proof(test.tested(), test.failed(), obstacles));
  }

  private void finish(FileEdit edit, Target target) throws IOException {
    edit.finish();
    edit.removeEmptyFolders(root(target).toRealPath());
  }

  /// The edits of one call.
  ///
  /// @param settings of the file that holds the hooks
  /// @param others of the files beside it
  private record Edits(FileEdit settings, List<Companions.Edit> others) {}

  /// Test results of an installation.
  ///
  /// @param tested the command lines that were run
  /// @param failed those that failed, with why
  /// @param obstacles why the agent does not run the hooks all the same
  private record Proof(List<String> tested, List<String> failed, List<Obstacle> obstacles) {}

  /// Returns whether hooks go to the MCP server: where the client starts it and can call it.
  private boolean isServed(Companions companions) throws IOException {
    return parts().contains(Part.HOOKS)
        && companions.serves(parts())
        && ClientVersion.callsServers(agent, session.place().environment());
  }

  private Set<Part> parts() {
    return Part.of(call.value("only"));
  }

  private Path root(Target target) {
    return target.user() ? home() : session.project().root();
  }

  private Target target() {
    return call.has("user")
        ? Target.user(agent, home(), session.place().environment())
        : Target.project(agent, session.project().root());
  }

  private Path home() {
    var home = session.place().environment().get("HOME");
    if (home == null || home.isEmpty()) {
      throw new InputException("HOME is not set", "Set HOME to your home folder and try again");
    }
    return Path.of(home);
  }

  /// Returns the user's status line, which one of the project would hide.
  private @Nullable String above(Target target) throws IOException {
    var home = session.place().environment().get("HOME");
    if (target.user() || agent != Agent.CLAUDE_CODE || home == null || home.isEmpty()) {
      return null;
    }
    var file = Target.claudeOfUser(Path.of(home), session.place().environment());
    if (!Files.exists(file)) {
      return null;
    }
    return StatusEntry.command(Plan.settings(file, Jsonc.of(BoundedFile.text(file)).json()));
  }

  /// Reads the file as the agent would, and runs its commands.
  private void prove(Target target, SelfTest test) throws IOException {
    if (!parts().contains(Part.HOOKS) && !parts().contains(Part.STATUSLINE)) {
      return;
    }
    if (agent == Agent.OPENCODE) {
      var entries = new ArrayList<HookEntries.Entry>();
      for (var hook : HookTable.of(agent)) {
        var command = Launcher.line(program, "hook", agent.word(), hook.event());
        entries.add(new HookEntries.Entry(hook, command, null));
      }
      test.run(entries, null);
      return;
    }
    if (!Files.exists(target.file())) {
      return; // The agent has none of these parts.
    }
    var text = Jsonc.of(BoundedFile.text(target.file())).json();
    var settings = Plan.settings(target.file(), text);
    var entries =
        parts().contains(Part.HOOKS)
            ? new HookEntries(agent, program).found(settings)
            : List.<HookEntries.Entry>of();
    var status = agent == Agent.CLAUDE_CODE ? StatusEntry.command(settings) : null;
    test.run(entries, parts().contains(Part.STATUSLINE) ? status : null);
  }

  private List<Obstacle> obstacles(Target target) throws IOException {
    return parts().contains(Part.HOOKS)
        ? new HookObstacles(target, root(target), session.place().environment()).find()
        : List.of();
  }

  private ExitCode told(Target target, Edits edits, Proof proof) {
    var tested = proof.tested();
    var failed = proof.failed();
    boolean runs = proof.obstacles().stream().allMatch(found -> isExpected(found, edits));
    boolean dry = session.mode() == Mode.DRY_RUN;
    var edit = edits.settings();
    var diff = dry ? diff(edit) : List.<String>of();
    var notes = notes(target, edits);
    boolean asked = !dry && !call.has("uninstall") && ClientVersion.needed(agent) != null;
    var client = asked ? ClientVersion.installed(agent, session.place().environment()) : null;
    var files = new ArrayList<JsonObject>();
    var lines = new ArrayList<String>();
    add(target, edit, dry, lines);
    for (var other : edits.others()) {
      add(target, other.file(), dry, lines);
      files.add(
          JsonObject.builder()
              .add("part", other.part().word())
              .add("file", shown(target, other.file().file()))
              .add("change", other.file().effect().word())
              .add("diff", dry ? diff(other.file()) : List.<String>of())
              .build());
    }
    var json =
        JsonObject.builder()
            .add("ok", failed.isEmpty() && runs)
            .add("dry_run", dry)
            .add("agent", agent.word())
            .add("scope", target.user() ? "user" : "project")
            .add("file", shown(target, target.file()))
            .add("change", edit.effect().word())
            .add("diff", diff)
            .add("others", JsonArray.of(files))
            .add("tested", tested)
            .add("failed", failed)
            .add("obstacles", JsonArray.of(json(proof.obstacles())))
            .addOrNull("client", client == null ? null : client.toString())
            .add("notes", notes)
            .build();
    if (!tested.isEmpty()) {
      int passed = tested.size() - failed.size();
      lines.add("self-test: " + passed + " of " + tested.size() + " passed");
    }
    if (asked) {
      var found = client == null ? " is not on the PATH, so its version is unknown" : " " + client;
      lines.add("client: " + agent.word() + found);
    }
    lines.addAll(notes);
    session.show(json, lines);
    for (var found : proof.obstacles()) {
      session.screen().problem(found.text(), found.remedy());
    }
    if (!failed.isEmpty()) {
      return complained(target, edit, failed);
    }
    return runs ? ExitCode.SUCCESS : ExitCode.REFUSED;
  }

  private static List<JsonObject> json(List<Obstacle> obstacles) {
    var json = new ArrayList<JsonObject>();
    for (var found : obstacles) {
      json.add(
          JsonObject.builder()
              .add("code", found.code())
              .add("problem", found.text())
              .add("remedy", found.remedy())
              .build());
    }
    return json;
  }

  /// Hooks that were just written cannot be trusted yet, nor can a folder that the client has never
  /// been started in: to trust them is the user's next step.
  private static boolean isExpected(Obstacle found, Edits edits) {
    return (found.code().equals(HookObstacles.UNTRUSTED)
            || found.code().equals(CodexCheck.FOLDER_UNTRUSTED))
        && edits.settings().effect() != FileEdit.Effect.UNCHANGED;
  }

  private void add(Target target, FileEdit edit, boolean dry, List<String> lines) {
    var file = shown(target, edit.file());
    lines.add(file + ": " + (dry ? "would be " : "") + edit.effect().word());
    if (dry) {
      lines.addAll(diff(edit));
    }
  }

  private static List<String> diff(FileEdit edit) {
    var before = edit.before();
    var after = edit.after();
    return Diff.of(before == null ? "" : before, after == null ? "" : after);
  }

  private ExitCode complained(Target target, FileEdit edit, List<String> failed) {
    for (var failure : failed) {
      session.screen().problem("self-test failed: " + failure);
    }
    var scope = target.user() ? " --user" : "";
    var old = edit.before() == null ? "" : "; the file before is " + edit.old();
    session
        .screen()
        .problem(
            "what was put into " + shown(target, target.file()) + " does not work",
            "Take it out again: tidemark install " + agent.word() + scope + " --uninstall" + old);
    return ExitCode.REFUSED;
  }

  private List<String> notes(Target target, Edits edits) {
    var notes = new ArrayList<String>();
    if (call.has("uninstall")) {
      return notes;
    }
    notes.addAll(target.advice(Launcher.line(program)));
    var older =
        agent == Agent.CLAUDE_CODE && parts().contains(Part.HOOKS)
            ? ClientVersion.tooOld(agent, session.place().environment())
            : null;
    if (older != null) {
      notes.add(
          "Claude Code "
              + older
              + " lets a tool act where its guard fails; "
              + ClientVersion.needed(agent)
              + " blocks it");
    }
    var named = new ArrayList<String>();
    if (!target.user() && edits.settings().effect() != FileEdit.Effect.UNCHANGED) {
      addVisible(named, shown(target, target.file()));
    }
    for (var other : edits.others()) {
      boolean changed = other.file().effect() != FileEdit.Effect.UNCHANGED;
      if (changed && !target.user() && other.part() != Part.INSTRUCTIONS) {
        addVisible(named, shown(target, other.file().file()));
      } else if (changed && other.part() == Part.INSTRUCTIONS && !isOnPath()) {
        notes.add(
            shown(target, other.file().file())
                + " says tidemark, which is not on the PATH of this shell");
      }
    }
    if (!named.isEmpty()) {
      notes.add("keep out of git, with a path of this machine: " + String.join(", ", named));
    }
    return notes;
  }

  private boolean isOnPath() {
    var path = session.place().environment().getOrDefault("PATH", "");
    for (var folder : path.split(File.pathSeparator, -1)) {
      if (!folder.isEmpty() && Files.isExecutable(Path.of(folder, "tidemark"))) {
        return true;
      }
    }
    return false;
  }

  private void addVisible(List<String> named, String file) {
    var asked = session.project().repository().ignored(List.of(file));
    if (!asked.isKnown() || asked.orElse(List.of()).getFirst() != IgnoreStatus.IGNORED) {
      named.add(file);
    }
  }

  private String shown(Target target, Path file) {
    var root = target.user() ? null : session.project().root();
    return root != null && file.startsWith(root)
        ? root.relativize(file).toString().replace('\\', '/')
        : file.toString();
  }
}
