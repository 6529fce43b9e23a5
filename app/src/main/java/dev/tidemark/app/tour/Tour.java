package dev.tidemark.app.tour;

import dev.tidemark.app.cli.ExitCode;
import dev.tidemark.app.cli.Screen;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import java.io.IOException;
import java.nio.file.Files;

/// Guided tour of a whole run: work, a crash, another crash, a commit, an edit by hand, a damaged
/// file; then of the other formats. Every command shown is really run, as a process of its own, and
/// checked.
public final class Tour {
  private static final String DOCUMENT = ".claude/state/implement-auth.json";

  private final Screen screen;
  private final Stage stage;

  /// Takes where to print, and the stage on which commands are run.
  public Tour(Screen screen, Stage stage) {
    this.screen = screen;
    this.stage = stage;
  }

  /// Walks through all of it.
  ///
  /// @return success only if every step was as it should be
  /// @throws IOException if the scratch repository cannot be made or changed
  public ExitCode walk() throws IOException {
    screen.line("A scratch repository, a run of the workflow implement about auth, and then a run");
    screen.line("in each of the other protocols.");
    screen.line("Every command below is really run; $ marks what you would type.");
    prepare();
    work();
    crashBeforeTheRecord();
    crashAfterTheRecord();
    commit();
    edit();
    damage();
    end();
    new OtherProtocols(stage).walk();
    int wrong = stage.wrong();
    if (screen.look().json()) {
      var json =
          JsonObject.builder()
              .add("ok", wrong == 0)
              .add("commands", stage.steps())
              .add("wrong", wrong);
      screen.json(JsonText.compact(json.build()));
    }
    screen.line("");
    screen.line(
        wrong == 0
            ? "The tour is over: " + stage.steps() + " commands, each as it should be."
            : "The tour is over: " + wrong + " of " + stage.steps() + " commands went wrong.");
    return wrong == 0 ? ExitCode.SUCCESS : ExitCode.REFUSED;
  }

  private void prepare() throws IOException {
    stage.heading("A project");
    stage.git("init --quiet -b main");
    stage.write("README.md", "# Scratch\n");
    stage.git("add README.md");
    stage.git("commit --quiet -m 'Begin'");
    stage.tidemark("init --dialect state").says("state");
    stage.tidemark("gitignore").says(".claude/state/");
  }

  private void work() throws IOException {
    stage.heading("Phases, each handing over to the next");
    stage
        .tidemark(
            "start implement/auth --phases design,implementation,validation --goal 'Signing in"
                + " must survive a restart'")
        .says("run started");
    stage.tidemark("enter design").says("design started");
    stage.write("docs/auth.md", "# Tokens\n");
    stage
        .tidemark(
            "done design --summary 'Refresh tokens rotate on use; sessions stay on the server.'"
                + " --created docs/auth.md --decision 'No JWT for sessions'")
        .says("design complete", "next: implementation");
    stage.tidemark("enter implementation").says("implementation started");
    stage.write("src/token.ts", "export const lifetime = 900;\n");
    stage
        .tidemark(
            "note 'rotate() is done, revoke() is missing' --tried 'a mutex: deadlocks' --next"
                + " 'write revoke()'")
        .says("noted: rotate() is done");
  }

  private void crashBeforeTheRecord() throws IOException {
    stage.heading("Killed in the middle of a write, before it was recorded");
    stage.killed("before-recording", "done implementation --summary 'Rotation works.'");
    stage.heading("The next session knows where it was");
    stage
        .tidemark("resume")
        .says(
            "at implementation",
            "Refresh tokens rotate on use",
            "No JWT for sessions",
            "revoke() is missing");
  }

  private void crashAfterTheRecord() throws IOException {
    stage.heading("Killed again, after it was recorded and before the file was replaced");
    stage.killed(
        "before-publishing",
        "done implementation --summary 'Rotation works, with tests.' --created src/token.ts");
    stage.heading(
        "Nothing is lost: the record is ahead of the file, and the next write repairs it");
    stage.tidemark("resume").says("at validation", "Rotation works, with tests.", "journal");
    stage.tidemark("enter validation").says("validation started");
    stage.tidemark("status").says("implementation  complete", "validation  in_progress");
  }

  private void commit() throws IOException {
    stage.heading("A commit is rewritten; HEAD does not contain the last save any more");
    stage.git("add src docs");
    stage.git("commit --quiet --amend -m 'Add token rotation'");
    stage.tidemark("resume").says("Checkpoint is stale (saved at ");
  }

  private void edit() throws IOException {
    stage.heading("The file is edited by hand; the edit is kept and recorded");
    stage.note("(the word `tests` becomes `12 tests` in " + DOCUMENT + ")");
    var document = stage.folder().resolve(DOCUMENT);
    Files.writeString(document, Files.readString(document).replace("with tests", "with 12 tests"));
    stage.tidemark("status").says("was changed outside Tidemark");
    stage
        .tidemark("done validation --summary 'All 12 tests pass.' --modified src/token.ts")
        .says("validation complete");
    stage.tidemark("history --limit 2").says("edited outside Tidemark", "validation complete");
  }

  private void damage() throws IOException {
    stage.heading("The file is cut in half; the journal has it whole");
    var document = stage.folder().resolve(DOCUMENT);
    var bytes = Files.readAllBytes(document);
    Files.write(document, java.util.Arrays.copyOf(bytes, bytes.length / 2));
    stage.tidemark("status").endsWith(ExitCode.INVALID).says("damaged");
    stage.tidemark("restore").says("is put back");
    stage.tidemark("status").says("validation  complete", "3/3");
  }

  private void end() throws IOException {
    stage.heading("The end of the run, and its whole history");
    stage.tidemark("finish").says("run complete");
    stage.tidemark("history").says("run started", "restored to entry", "run complete");
    stage.tidemark("list --all").says("state/implement/auth", "done");
  }
}
