package dev.tidemark.app.main;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidemark.app.cli.terminal.Terminal;
import dev.tidemark.app.command.session.ProcessContext;
import dev.tidemark.app.demo.ShellWords;
import dev.tidemark.app.main.project.ProjectFactory;
import dev.tidemark.stores.file.io.DiskIo;
import dev.tidemark.testkit.ScratchRepository;
import dev.tidemark.workflow.policy.ApprovalEvidence;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Runs the command line as a user would, in this process: words in, exit code and both streams
/// out. Immutable; `from`, `with` and `given` return another one.
public final class CommandLineHarness {
  private static final boolean SERVED = Boolean.getBoolean("tidemark.served");

  private static final ScratchRepository.Copies BEGUN =
      new ScratchRepository.Copies(CommandLineHarness::begin);

  private final ScratchRepository scratch;
  private final Path folder;
  private final Map<String, String> environment;
  private final byte[] input;
  private final @Nullable ApprovalEvidence approvalEvidence;
  private final InstantSource clock;

  private CommandLineHarness(
      ScratchRepository scratch,
      Path folder,
      Map<String, String> environment,
      byte[] input,
      @Nullable ApprovalEvidence approvalEvidence,
      InstantSource clock) {
    this.scratch = scratch;
    this.folder = folder;
    this.environment = environment;
    this.input = input;
    this.approvalEvidence = approvalEvidence;
    this.clock = clock;
  }

  /// Starts in the root of a repository, as a person called Ann, with nothing on standard input.
  public static CommandLineHarness in(ScratchRepository scratch) {
    var environment = scratch.environment(Map.of());
    environment.put("PATH", System.getenv("PATH"));
    environment.put("USER", "ann");
    environment.put("HOSTNAME", "laptop");
    return new CommandLineHarness(
        scratch, scratch.root(), environment, new byte[0], null, InstantSource.system());
  }

  /// Starts in a folder of a new repository with one commit.
  public static CommandLineHarness fresh(Path folder) {
    return in(BEGUN.in(folder));
  }

  private static void begin(ScratchRepository scratch) {
    scratch.git("init", "--quiet");
    scratch.write("README.md", "# Scratch\n").write(".gitignore", ".claude/state/\n.tidemark/\n");
    scratch.commit("Begin");
  }

  /// Returns the repository.
  public ScratchRepository scratch() {
    return scratch;
  }

  /// Returns the folder that the command is called from.
  public Path folder() {
    return folder;
  }

  /// Returns the variables that the command sees.
  public Map<String, String> environment() {
    return environment;
  }

  /// Calls from another folder, named from the root of the project.
  public CommandLineHarness from(String path) {
    return from(scratch.root().resolve(path));
  }

  /// Calls from another folder.
  public CommandLineHarness from(Path other) {
    return new CommandLineHarness(scratch, other, environment, input, approvalEvidence, clock);
  }

  /// Sets a variable; an empty value removes it.
  public CommandLineHarness with(String variable, String value) {
    var other = new HashMap<>(environment);
    if (value.isEmpty()) {
      other.remove(variable);
    } else {
      other.put(variable, value);
    }
    return new CommandLineHarness(scratch, folder, other, input, approvalEvidence, clock);
  }

  /// Puts a text on standard input.
  public CommandLineHarness given(String text) {
    return new CommandLineHarness(
        scratch, folder, environment, text.getBytes(UTF_8), approvalEvidence, clock);
  }

  /// Runs as a front door that has had a person answer.
  public CommandLineHarness consenting(ApprovalEvidence why) {
    return new CommandLineHarness(scratch, folder, environment, input, why, clock);
  }

  /// Has the user trust what the files of the project ask for now.
  public CommandLineHarness trusting() {
    consenting(ApprovalEvidence.INTERACTION).after("trust");
    return this;
  }

  /// Sets the clock of the project.
  public CommandLineHarness at(InstantSource source) {
    return new CommandLineHarness(scratch, folder, environment, input, approvalEvidence, source);
  }

  InstantSource clock() {
    return clock;
  }

  /// Puts bytes on standard input.
  public CommandLineHarness given(byte[] bytes) {
    return new CommandLineHarness(
        scratch, folder, environment, bytes.clone(), approvalEvidence, clock);
  }

  /// Runs a line, split at blanks; single quotes keep a word together.
  public Ran run(String line) {
    return words(split(line).toArray(new String[0]));
  }

  /// Runs a line that is only there to prepare something.
  ///
  /// @throws AssertionError if it does not succeed
  public CommandLineHarness after(String... lines) {
    for (var line : lines) {
      var ran = run(line);
      if (ran.exit() != 0) {
        throw new AssertionError("tidemark " + line + " ended with " + ran);
      }
    }
    return this;
  }

  /// Completes a run: its open phases are skipped first.
  public CommandLineHarness completed(String run) {
    var status = run("status --json --run " + run);
    var progress = status.each("phases", "progress");
    var phases = status.each("phases", "phase");
    for (int i = 0; i < phases.size(); i++) {
      if (!progress.get(i).equals("complete") && !progress.get(i).equals("skipped")) {
        after("skip '" + phases.get(i) + "' --run " + run);
      }
    }
    return after("finish --run " + run);
  }

  /// Runs a line of words as they are; by a server with `-Dtidemark.served=true`, if it takes them.
  public Ran words(String... words) {
    var served = SERVED && approvalEvidence == null ? ServedCalls.run(this, words) : null;
    return served == null ? cold(words) : served;
  }

  /// Runs a line of words in a process of its own, so to say: no server is asked.
  Ran cold(String... words) {
    var out = new ByteArrayOutputStream();
    var err = new ByteArrayOutputStream();
    try (var projectFactory = new ProjectFactory(new DiskIo(), scratch::home, clock)) {
      var place =
          new ProcessContext(
                  folder,
                  environment,
                  new ByteArrayInputStream(input),
                  projectFactory,
                  ChildProcess::program)
              .descending(List::of);
      if (approvalEvidence != null) {
        place = place.consenting(approvalEvidence);
      }
      var terminal = Terminal.of(false, false, "UTF-8", Map.of());
      var streams = new CommandLine.Streams(out, err, terminal);
      int exit = new CommandLine(streams, place).code(words);
      return new Ran(exit, out.toString(UTF_8), err.toString(UTF_8));
    }
  }

  /// Runs a line as a process of its own.
  public Ran child(String line) {
    return ChildProcess.of(this, split(line)).end();
  }

  /// Starts a line as a process of its own.
  public ChildProcess start(String line) {
    return ChildProcess.of(this, split(line));
  }

  static List<String> split(String line) {
    return ShellWords.of(line);
  }

  byte[] input() {
    return input.clone();
  }

  /// Returns an output without the ages in seconds and minutes: time may pass between two.
  public static String ageless(String out) {
    return out.replaceAll("\\b\\d+ (s|min)\\b", "AGE");
  }
}
