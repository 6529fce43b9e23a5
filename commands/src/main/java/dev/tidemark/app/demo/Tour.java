package dev.tidemark.app.demo;

import dev.tidemark.app.cli.spec.ExitCode;
import dev.tidemark.app.cli.terminal.Console;
import dev.tidemark.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;

/// Guided tour of a whole run: work, a crash, another crash, a commit, an edit by hand, a damaged
/// file; then of the other formats. Every command shown is really run, as a process of its own, and
/// checked.
public final class Tour {
  private static final String DOCUMENT = ".claude/state/implement-auth.json";

  private final Console console;
  private final DemoRepository demoRepository;

  /// Takes where to print, and the stage on which commands are run.
  public Tour(Console console, DemoRepository demoRepository) {
    this.console = console;
    this.demoRepository = demoRepository;
  }

  /// Walks through all of it.
  ///
  /// @return success only if every step was as it should be
  /// @throws IOException if the scratch repository cannot be made or changed
  public ExitCode walk() throws IOException {
    console.line(
        "A scratch repository, a run of the workflow implement about auth, and then a run");
    console.line("in each of the other formats.");
    console.line("Every command below is executed; $ marks the input.");
    prepare();
    work();
    crashBeforeTheRecord();
    crashAfterTheRecord();
    commit();
    edit();
    damage();
    end();
    new FormatsTour(demoRepository).walk();
    int wrong = demoRepository.wrong();
    if (console.look().json()) {
      var json =
          JsonObject.builder()
              .add("ok", wrong == 0)
              .add("commands", demoRepository.steps())
              .add("wrong", wrong);
      console.json(json.build());
    }
    console.line("");
    console.line(
        wrong == 0
            ? "The tour has ended: " + demoRepository.steps() + " commands, each as it should be."
            : "The tour has ended: "
                + wrong
                + " of "
                + demoRepository.steps()
                + " commands went wrong.");
    return wrong == 0 ? ExitCode.SUCCESS : ExitCode.REFUSED;
  }

  private void prepare() throws IOException {
    demoRepository.heading("A project");
    demoRepository.git("init --quiet -b main");
    demoRepository.write("README.md", "# Scratch\n");
    demoRepository.git("add README.md");
    demoRepository.git("commit --quiet -m 'Begin'");
    demoRepository.tidemark("init --format state").outputContains(".claude/state/");
  }

  private void work() throws IOException {
    demoRepository.heading("Phases, each handing over to the next");
    demoRepository
        .tidemark(
            "start implement/auth --phases design,implementation,validation --goal 'Signing in"
                + " must survive a restart'")
        .outputContains("run started");
    demoRepository.tidemark("enter design").outputContains("design started");
    demoRepository.write("docs/auth.md", "# Tokens\n");
    demoRepository
        .tidemark(
            "done design --summary 'Refresh tokens rotate on use; sessions stay on the server.'"
                + " --created docs/auth.md --decision 'No JWT for sessions'")
        .outputContains("design complete", "next: implementation");
    demoRepository.tidemark("enter implementation").outputContains("implementation started");
    demoRepository.write("src/token.ts", "export const lifetime = 900;\n");
    demoRepository
        .tidemark(
            "note 'rotate() is done, revoke() is missing' --tried 'a mutex: deadlocks' --next"
                + " 'write revoke()'")
        .outputContains("noted: rotate() is done");
  }

  private void crashBeforeTheRecord() throws IOException {
    demoRepository.heading("Killed in the middle of a write, before it was recorded");
    demoRepository.killed("before-recording", "done implementation --summary 'Rotation works.'");
    demoRepository.heading("The next session continues in the right phase");
    demoRepository
        .tidemark("resume")
        .outputContains(
            "at implementation",
            "Refresh tokens rotate on use",
            "No JWT for sessions",
            "revoke() is missing");
  }

  private void crashAfterTheRecord() throws IOException {
    demoRepository.heading("Killed again, after it was recorded and before the file was replaced");
    demoRepository.killed(
        "before-publishing",
        "done implementation --summary 'Rotation works, with tests.' --created src/token.ts");
    demoRepository.heading(
        "Nothing is lost: the record is ahead of the file, and the next write repairs it");
    demoRepository
        .tidemark("resume")
        .outputContains("at validation", "Rotation works, with tests.", "journal");
    demoRepository.tidemark("enter validation").outputContains("validation started");
    demoRepository
        .tidemark("status")
        .outputContains("implementation  complete", "validation  in_progress");
  }

  private void commit() throws IOException {
    demoRepository.heading("A commit is rewritten; HEAD does not contain the last save any more");
    demoRepository.git("add src docs");
    demoRepository.git("commit --quiet --amend -m 'Add token rotation'");
    demoRepository.tidemark("resume").outputContains("Checkpoint is stale (saved at ");
  }

  private void edit() throws IOException {
    demoRepository.heading("The file is edited by hand; the edit is kept and recorded");
    demoRepository.note("(the word `tests` becomes `12 tests` in " + DOCUMENT + ")");
    var document = demoRepository.folder().resolve(DOCUMENT);
    Files.writeString(document, Files.readString(document).replace("with tests", "with 12 tests"));
    demoRepository.tidemark("status").outputContains("was changed outside Tidemark");
    demoRepository
        .tidemark("done validation --summary 'All 12 tests pass.' --modified src/token.ts")
        .outputContains("validation complete");
    demoRepository
        .tidemark("history --limit 2")
        .outputContains("edited outside Tidemark", "validation complete");
  }

  private void damage() throws IOException {
    demoRepository.heading("The file is cut in half; the journal has it whole");
    var document = demoRepository.folder().resolve(DOCUMENT);
    var bytes = Files.readAllBytes(document);
    Files.write(document, java.util.Arrays.copyOf(bytes, bytes.length / 2));
    demoRepository.tidemark("status").endsWith(ExitCode.INVALID).outputContains("damaged");
    demoRepository.tidemark("restore").outputContains("is put back");
    demoRepository.tidemark("status").outputContains("validation  complete", "3/3");
  }

  private void end() throws IOException {
    demoRepository.heading("The end of the run, and its whole history");
    demoRepository.tidemark("finish").outputContains("run complete");
    demoRepository
        .tidemark("history")
        .outputContains("run started", "restored to entry", "run complete");
    demoRepository.tidemark("list --all").outputContains("state/implement/auth", "done");
  }
}
