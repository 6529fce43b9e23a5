package dev.tidemark.app.install;

import static dev.tidemark.app.cli.spec.CommandEffect.WRITES;

import dev.tidemark.app.cli.spec.Argument;
import dev.tidemark.app.cli.spec.CommandGroup;
import dev.tidemark.app.cli.spec.CommandSpec;
import dev.tidemark.app.cli.spec.Example;
import dev.tidemark.app.cli.spec.ExitCode;
import dev.tidemark.app.cli.spec.Option;
import dev.tidemark.app.cli.spec.ParsedCommand;
import dev.tidemark.app.cli.spec.ValueKind;
import dev.tidemark.app.command.session.InputException;
import dev.tidemark.app.command.session.Session;
import dev.tidemark.app.hook.event.Agent;
import dev.tidemark.app.hook.event.HookTable;
import dev.tidemark.app.install.HookObstacles.Obstacle;
import dev.tidemark.app.install.edit.FileEdit;
import dev.tidemark.app.install.edit.HookFile;
import dev.tidemark.app.install.edit.JsoncText;
import dev.tidemark.engine.ChangeMode;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonObject;
import dev.tidemark.text.BoundedFile;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The verb `install`: adds or removes the hooks of an agent, and tests them; of git [the merge
/// driver][GitInstallation].
public final class InstallCommand {
  private static final Proof NONE = new Proof(List.of(), List.of(), List.of());

  private final Session session;
  private final ParsedCommand parsedCommand;
  private final Agent agent;
  private final List<String> program;

  private InstallCommand(Session session) {
    this.session = session;
    this.parsedCommand = session.call();
    var agentNamed = Agent.of(parsedCommand.required("AGENT"));
    if (agentNamed == null) {
      throw new IllegalStateException("the table lets only known agents pass");
    }
    this.agent = agentNamed;
    this.program = new LauncherCommand(session.place()).words();
  }

  /// Specification of `install`.
  public static CommandSpec spec() {
    var names = new ArrayList<>(List.of(Agent.words()));
    names.add(GitInstallation.GIT);
    return new CommandSpec(
        "install",
        CommandGroup.AGENTS,
        WRITES,
        "connect a coding agent: hooks, MCP, skill; or git",
        List.of(
            Argument.required(
                "AGENT",
                ValueKind.oneOf(names.toArray(new String[0])),
                "the agent; git = merge checkpoint files by their content")),
        List.of(
            Option.flag("user", "for all projects of the user"),
            Option.flag("uninstall", "remove what install has added"),
            Option.value(
                "only",
                "PART",
                ValueKind.oneOf("hooks", "statusline", "mcp", "skill", "instructions", "sandbox"),
                "this part only; sandbox: codex may write the journal from its sandbox")),
        List.of(
            new Example("tidemark install claude-code --dry-run", "show what would change"),
            new Example("tidemark install claude-code", "in this project"),
            new Example(
                "tidemark install codex --only sandbox --dry-run",
                "what lets codex write the journal"),
            new Example(
                "tidemark install gemini --user --uninstall", "remove it from all projects"),
            new Example("tidemark install git", "the merge driver, in this clone")));
  }

  /// Connects an agent or git, or ends that.
  ///
  /// @throws IOException if the disk fails; the message names the action that failed
  public static ExitCode run(Session session) throws IOException {
    return session.call().required("AGENT").equals(GitInstallation.GIT)
        ? new GitInstallation(session).run()
        : new InstallCommand(session).run();
  }

  private ExitCode run() throws IOException {
    boolean in = !parsedCommand.has("uninstall");
    var hookFile = target();
    var installRecord = new InstallRecord(session.place().environment());
    var companionFiles = new CompanionFiles(hookFile, root(hookFile), program, installRecord);
    var edit =
        new InstallPlan(hookFile, program, userStatusLine(hookFile), installRecord)
            .edit(in, parts());
    var others = companionFiles.edits(in, parts());
    if (!in) {
      edit = installRecord.givingBack(edit);
      others = givingBack(others, installRecord);
    }
    var localFiles = localFiles(hookFile, new Edits(edit, others), in);
    if (session.changeMode() == ChangeMode.DRY_RUN) {
      localFiles.exclude(in, true);
      return showResult(hookFile, new Edits(edit, others), localFiles, NONE);
    }
    if (in && parts().contains(InstallPart.SANDBOX)) {
      companionFiles.prepareState();
    }
    make(edit, installRecord);
    for (var other : others) {
      make(other.file(), installRecord);
    }
    localFiles.exclude(in, false);
    var test = new SelfTest(session.place().environment());
    if (in) {
      prove(hookFile, test);
    }
    var obstacles = in ? obstacles(hookFile) : List.<Obstacle>of();
    if (test.failed().isEmpty()) {
      finish(edit, hookFile);
      for (var other : others) {
        finish(other.file(), hookFile);
      }
    }
    return showResult(
        hookFile,
        new Edits(edit, others),
        localFiles,
        new Proof(test.tested(), test.failed(), obstacles));
  }

  private static List<CompanionFiles.Edit> givingBack(
      List<CompanionFiles.Edit> edits, InstallRecord installRecord) throws IOException {
    var given = new ArrayList<CompanionFiles.Edit>();
    for (var edit : edits) {
      given.add(new CompanionFiles.Edit(edit.part(), installRecord.givingBack(edit.file())));
    }
    return given;
  }

  private static void make(FileEdit edit, InstallRecord installRecord) throws IOException {
    edit.make();
    installRecord.made(edit);
  }

  private LocalFiles localFiles(HookFile hookFile, Edits edits, boolean in) {
    var localFiles = new LocalFiles(session.project(), program.getFirst());
    if (!hookFile.user()) {
      localFiles.add(edits.settings());
      for (var other : edits.others()) {
        boolean theirs = other.part() == InstallPart.HOOKS && other.file().before() != null;
        if (other.part() != InstallPart.INSTRUCTIONS && !(in && theirs)) {
          localFiles.add(other.file());
        }
      }
    }
    return localFiles;
  }

  private void finish(FileEdit edit, HookFile hookFile) throws IOException {
    edit.finish();
    edit.removeEmptyFolders(root(hookFile).toRealPath());
  }

  /// The edits of one call.
  ///
  /// @param settings of the file that holds the hooks
  /// @param others of the files beside it
  private record Edits(FileEdit settings, List<CompanionFiles.Edit> others) {}

  /// Test results of an installation.
  ///
  /// @param tested the command lines that were run
  /// @param failed those that failed, with why
  /// @param obstacles why the agent does not run the hooks all the same
  private record Proof(List<String> tested, List<String> failed, List<Obstacle> obstacles) {}

  private Set<InstallPart> parts() {
    return InstallPart.of(parsedCommand.value("only"), !parsedCommand.has("uninstall"));
  }

  private Path root(HookFile hookFile) {
    return hookFile.user() ? home() : session.project().root();
  }

  private HookFile target() {
    return parsedCommand.has("user")
        ? HookFile.user(agent, home(), session.place().environment())
        : HookFile.project(agent, session.project().root());
  }

  private Path home() {
    var home = session.place().environment().get("HOME");
    if (home == null || home.isEmpty()) {
      throw new InputException("HOME is not set", "Set HOME to your home folder and try again");
    }
    return Path.of(home);
  }

  /// Returns the user's status line, which one of the project would hide.
  private @Nullable String userStatusLine(HookFile hookFile) throws IOException {
    var home = session.place().environment().get("HOME");
    if (hookFile.user() || agent != Agent.CLAUDE_CODE || home == null || home.isEmpty()) {
      return null;
    }
    var file = HookFile.claudeOfUser(Path.of(home), session.place().environment());
    if (!Files.exists(file)) {
      return null;
    }
    return StatusEntry.command(
        InstallPlan.settings(file, JsoncText.of(BoundedFile.text(file)).json()));
  }

  /// Reads the file as the agent would, and runs its commands.
  private void prove(HookFile hookFile, SelfTest test) throws IOException {
    if (!parts().contains(InstallPart.HOOKS) && !parts().contains(InstallPart.STATUSLINE)) {
      return;
    }
    if (agent == Agent.OPENCODE) {
      var entries = new ArrayList<HookEntries.Entry>();
      for (var hook : HookTable.of(agent)) {
        entries.add(new HookEntries.Entry(hook, LauncherCommand.hook(program, hook)));
      }
      test.run(entries, null);
      return;
    }
    if (!Files.exists(hookFile.file())) {
      return; // The agent has none of these parts.
    }
    var text = JsoncText.of(BoundedFile.text(hookFile.file())).json();
    var settings = InstallPlan.settings(hookFile.file(), text);
    var entries =
        parts().contains(InstallPart.HOOKS)
            ? new HookEntries(agent, program).ourEntries(settings)
            : List.<HookEntries.Entry>of();
    boolean tested = agent == Agent.CLAUDE_CODE && parts().contains(InstallPart.STATUSLINE);
    var status = tested ? StatusEntry.command(settings) : null;
    test.run(entries, status == null ? null : StatusEntry.unchained(status));
  }

  private List<Obstacle> obstacles(HookFile hookFile) throws IOException {
    if (!parts().contains(InstallPart.HOOKS)) {
      return List.of();
    }
    var environment = session.place().environment();
    var found = new ArrayList<>(new HookObstacles(hookFile, root(hookFile), environment).find());
    var unreached =
        HookReach.obstacle(agent, session.project().root(), session.place().folder(), environment);
    if (unreached != null) {
      found.add(unreached);
    }
    return found;
  }

  private ExitCode showResult(HookFile hookFile, Edits edits, LocalFiles localFiles, Proof proof) {
    var tested = proof.tested();
    var failed = proof.failed();
    boolean runs = proof.obstacles().stream().allMatch(found -> isExpected(found, edits));
    boolean dry = session.changeMode() == ChangeMode.DRY_RUN;
    var edit = edits.settings();
    var diff = dry ? diff(edit) : List.<String>of();
    var notes = notes(hookFile, edits, localFiles);
    boolean asked = !dry && !parsedCommand.has("uninstall") && ClientVersion.program(agent) != null;
    var client = asked ? ClientVersion.installed(agent, session.place().environment()) : null;
    var files = new ArrayList<JsonObject>();
    var lines = new ArrayList<String>();
    add(hookFile, edit, dry, lines);
    for (var other : edits.others()) {
      add(hookFile, other.file(), dry, lines);
      files.add(
          JsonObject.builder()
              .add("part", other.part().word())
              .add("file", shown(hookFile, other.file().file()))
              .add("change", other.file().effect().word())
              .add("diff", dry ? diff(other.file()) : List.<String>of())
              .build());
    }
    var json =
        JsonObject.builder()
            .add("ok", failed.isEmpty() && runs)
            .add("dry_run", dry)
            .add("agent", agent.word())
            .add("scope", hookFile.user() ? "user" : "project")
            .add("file", shown(hookFile, hookFile.file()))
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
      return complained(hookFile, edit, failed);
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
    boolean trust =
        found.code().equals(HookObstacles.UNTRUSTED)
            || found.code().equals(CodexTrust.FOLDER_UNTRUSTED);
    return found.code().equals(HookReach.ABOVE)
        || (trust && edits.settings().effect() != FileEdit.Effect.UNCHANGED);
  }

  private void add(HookFile hookFile, FileEdit edit, boolean dry, List<String> lines) {
    var file = shown(hookFile, edit.file());
    lines.add(file + ": " + (dry ? "would be " : "") + edit.effect().word());
    if (dry) {
      lines.addAll(diff(edit));
    }
  }

  private static List<String> diff(FileEdit edit) {
    var before = edit.before();
    var after = edit.after();
    return FileEdit.diff(before == null ? "" : before, after == null ? "" : after);
  }

  private ExitCode complained(HookFile hookFile, FileEdit edit, List<String> failed) {
    for (var failure : failed) {
      session.screen().problem("self-test failed: " + failure);
    }
    var scope = hookFile.user() ? " --user" : "";
    var old = edit.before() == null ? "" : "; the file before is " + edit.old();
    session
        .screen()
        .problem(
            "the configuration written to " + shown(hookFile, hookFile.file()) + " does not work",
            "Take it out again: tidemark install " + agent.word() + scope + " --uninstall" + old);
    return ExitCode.REFUSED;
  }

  private List<String> notes(HookFile hookFile, Edits edits, LocalFiles localFiles) {
    var notes = new ArrayList<String>();
    if (parsedCommand.has("uninstall")) {
      return notes;
    }
    notes.addAll(hookFile.advice(LauncherCommand.line(program)));
    var older =
        agent == Agent.CLAUDE_CODE && parts().contains(InstallPart.HOOKS)
            ? ClientVersion.tooOldToBlock(session.place().environment())
            : null;
    if (older != null) {
      notes.add(
          "Claude Code "
              + older
              + " lets a tool act where its guard fails; "
              + ClientVersion.BLOCKING
              + " blocks it");
    }
    for (var other : edits.others()) {
      boolean changed = other.file().effect() != FileEdit.Effect.UNCHANGED;
      if (changed && other.part() == InstallPart.INSTRUCTIONS && !isOnPath()) {
        notes.add(
            shown(hookFile, other.file().file())
                + " calls tidemark, which is not on the PATH of this shell");
      }
    }
    if (agent == Agent.CODEX && !isInLoginShell()) {
      notes.add(
          "Codex runs commands in a login shell, which does not find tidemark: add its folder to"
              + " the PATH in ~/.profile");
    }
    notes.addAll(localFiles.notes());
    return notes;
  }

  private boolean isInLoginShell() {
    var words = List.of("bash", "-lc", "command -v tidemark");
    var ended = ClientProcess.run(words, session.project().root(), session.place().environment());
    return ended == null || ended.exit() == 0;
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

  private String shown(HookFile hookFile, Path file) {
    var root = hookFile.user() ? null : session.project().root();
    return root != null && file.startsWith(root)
        ? root.relativize(file).toString().replace('\\', '/')
        : file.toString();
  }
}
