package dev.tidemark.library;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidemark.checkpoint.Actor;
import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.dialect.Dialect;
import dev.tidemark.dialect.NameResolution;
import dev.tidemark.dialect.Workflows;
import dev.tidemark.dialects.Dialects;
import dev.tidemark.dialects.flow.FlowSettings;
import dev.tidemark.dialects.phase.PhaseSettings;
import dev.tidemark.engine.ChangeMode;
import dev.tidemark.engine.ChangeResult;
import dev.tidemark.engine.Checkpoints.Caller;
import dev.tidemark.port.Repository;
import dev.tidemark.stores.file.io.DiskIo;
import dev.tidemark.stores.file.io.WatchedIo;
import dev.tidemark.stores.file.io.WatchedIo.Step;
import dev.tidemark.testkit.ScratchRepository;
import dev.tidemark.testkit.SettableClock;
import dev.tidemark.workflow.Blocker;
import dev.tidemark.workflow.change.Change;
import dev.tidemark.workflow.change.PhaseReport;
import dev.tidemark.workflow.fact.Fact;
import dev.tidemark.workflow.fact.FileChange;
import dev.tidemark.workflow.fact.GitFile;
import dev.tidemark.workflow.fact.IgnoreStatus;
import dev.tidemark.workflow.policy.ApprovalEvidence;
import dev.tidemark.workflow.policy.DialectOptions;
import dev.tidemark.workflow.policy.SummaryLimit;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Fault injection: a project with a git repository whose writer is killed before a given step.
/// Steps are the operations on its disk and on git.
final class InterruptedChange {
  private static final Instant START = Instant.parse("2026-02-13T14:30:00.123Z");
  private static final Workflows WORKFLOWS = Dialects.workflows(List.of());
  private static final Pattern WORKFLOW_ID = Pattern.compile("wf-\\d+-\\d+-[0-9a-f]{4}");
  private static final Pattern TIME =
      Pattern.compile("\\d{4}-\\d\\d-\\d\\dT[0-9:.]+Z|\\d{8}T\\d{6}(\\d{3})?Z");
  private static final Pattern BLOB = Pattern.compile("[0-9a-f]{40}");
  private static final String TEMP = ".tidemark-tmp";
  private static final String ASIDE = ".git/tidemark/main/set-aside/";
  private static final Path SCRIPT = Path.of(".git", "consolidate.sh");

  private final ScratchRepository scratch;
  private final SettableClock clock = new SettableClock(START);
  private int steps;
  private int last = Integer.MAX_VALUE;
  private String step = "";

  /// The process ended; not an exception that anything catches.
  static final class Killed extends Error {
    private static final long serialVersionUID = 1;
  }

  private InterruptedChange(ScratchRepository scratch) {
    this.scratch = scratch;
  }

  /// Makes a repository with a file that the user has staged, and one that is not.
  static InterruptedChange in(Path folder) {
    var scratch = ScratchRepository.in(folder);
    scratch.write("a.txt", "a").commit("first");
    scratch.write("staged.txt", "the user's own");
    scratch.git("add", "staged.txt");
    scratch.write("a.txt", "changed");
    scratch.write(SCRIPT.toString(), "#!/bin/sh\necho done > consolidated.txt\n");
    return new InterruptedChange(scratch);
  }

  /// Returns the same project in a copy.
  InterruptedChange copy(Path folder) {
    try {
      Files.createDirectories(folder);
      var from = String.valueOf(scratch.root().getParent());
      var copying = new ProcessBuilder("cp", "-a", from + "/.", folder.toString()).start();
      if (copying.waitFor() != 0) {
        throw new AssertionError("not copied: " + from);
      }
      var there = ScratchRepository.without(folder);
      var copy = new InterruptedChange(there);
      copy.clock.advance(Duration.between(START, clock.instant()));
      return copy;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  Path root() {
    return scratch.root();
  }

  ScratchRepository git() {
    return scratch;
  }

  InterruptedChange write(String path, String text) {
    scratch.write(path, text);
    return this;
  }

  InterruptedChange writeBytes(String path, byte[] bytes) {
    try {
      Files.write(root().resolve(path), bytes);
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  String read(String path) {
    try {
      return Files.readString(root().resolve(path));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Writes a file that was changed half an hour ago.
  InterruptedChange writeEarlier(String path, String text) {
    scratch.write(path, text);
    var at = FileTime.from(clock.instant().minus(Duration.ofMinutes(30)));
    try {
      Files.setLastModifiedTime(root().resolve(path), at);
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  void later() {
    clock.advance(Duration.ofSeconds(3_661));
  }

  /// Kills the writer before that step; counts from 1.
  void killBefore(int number) {
    steps = 0;
    last = number;
  }

  /// Lets every step pass.
  void revive() {
    steps = 0;
    last = Integer.MAX_VALUE;
  }

  /// Returns the step at which the writer was killed.
  String step() {
    return step;
  }

  private void pass(String what) {
    step = what;
    if (++steps >= last) {
      throw new Killed();
    }
  }

  Project open() {
    var io =
        new WatchedIo(
            new DiskIo(),
            (kind, path) -> {
              if (isVisible(kind, path.toString())) {
                pass(kind + " " + root().relativize(path));
              }
            });
    var environment = scratch.environment(System.getenv());
    var builder = Project.around(root(), environment);
    var plain = Project.around(root(), environment).open().repository();
    return builder
        .io(io)
        .clock(clock)
        .archives(2)
        .phases(consolidating())
        .repository(new WatchedRepository(plain))
        .open();
  }

  /// Returns whether a process that is killed after the step leaves something else than before: a
  /// kill takes nothing from the system's cache.
  private static boolean isVisible(Step kind, String path) {
    boolean marker = path.endsWith(".changed") || path.endsWith("/changes");
    return !marker && kind != Step.FORCE && kind != Step.FORCE_DIR && kind != Step.COPY_MODE;
  }

  private PhaseSettings consolidating() {
    return new PhaseSettings("/vt-c-", false, List.of("sh", SCRIPT.toString()));
  }

  /// Applies a change to the run that the words name.
  ChangeResult<?> apply(String run, Change change, Map<String, List<String>> details) {
    var dialect = dialect(run);
    var words = List.of(run.split("/", 3));
    var name = words.size() > 2 ? words.get(2) : null;
    var id = ((NameResolution.Named) dialect.locator().name(words.get(1), name)).id();
    return apply(dialect, id, change, details);
  }

  private <C extends Checkpoint> ChangeResult<C> apply(
      Dialect<C> dialect, CheckpointId id, Change change, Map<String, List<String>> details) {
    var by =
        new Caller(
            Actor.tool("test"),
            ChangeMode.COMMIT,
            new DialectOptions(details),
            null,
            ApprovalEvidence.TERMINAL);
    return open().checkpoints().apply(dialect, id, change, by);
  }

  private Dialect<?> dialect(String run) {
    var all = new Dialects(WORKFLOWS, consolidating(), FlowSettings.USUAL, SummaryLimit.DEFAULT);
    return all.get(run.substring(0, run.indexOf('/')));
  }

  /// Returns files, commits, index and differences, with times and generated ids left out, and the
  /// temporary files that only the next write of the same file removes.
  String state() {
    var state = new StringBuilder();
    for (var file : files().entrySet()) {
      state.append(file.getKey()).append(": ").append(file.getValue()).append('\n');
    }
    state.append(scratch.git("log", "--format=%s", "--name-status")).append('\n');
    var status = scratch.git("status", "--porcelain", "--untracked-files=all");
    status.lines().filter(line -> !line.endsWith(TEMP)).forEach(line -> state.append(line + "\n"));
    state.append(scratch.git("diff", "--cached")).append('\n').append(scratch.git("diff"));
    var timeless = BLOB.matcher(state).replaceAll("BLOB");
    timeless = timeless.replaceAll("index [0-9a-f]+\\.\\.[0-9a-f]+", "index");
    return TIME.matcher(WORKFLOW_ID.matcher(timeless).replaceAll("WF")).replaceAll("TIME");
  }

  private Map<String, String> files() {
    var files = new TreeMap<String, String>();
    try {
      Files.walkFileTree(
          root(),
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes found) {
              var name = root().relativize(folder).toString();
              boolean own = (name + "/").startsWith(".git/") && !ASIDE.startsWith(name + "/");
              return own ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes found)
                throws IOException {
              var name = root().relativize(file).toString();
              boolean own = name.startsWith(".git/") && !name.startsWith(ASIDE);
              if (name.endsWith(TEMP) || own) {
                return FileVisitResult.CONTINUE;
              }
              boolean packed = name.endsWith(".gz");
              var text = packed ? "" : new String(Files.readAllBytes(file), UTF_8);
              files.merge(
                  WORKFLOW_ID.matcher(TIME.matcher(name).replaceAll("TIME")).replaceAll("WF"),
                  text,
                  String::concat);
              return FileVisitResult.CONTINUE;
            }
          });
      return files;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Change done(String phase) {
    return new Change.CompletePhase(new PhaseName(phase), PhaseReport.NONE);
  }

  static Change enter(String phase) {
    return new Change.StartPhase(new PhaseName(phase), PhaseReport.NONE);
  }

  boolean exists(String path) {
    return Files.exists(root().resolve(path), LinkOption.NOFOLLOW_LINKS);
  }

  /// Passes everything on; changes of the index and the history are steps.
  private final class WatchedRepository implements Repository {
    private final Repository git;

    WatchedRepository(Repository git) {
      this.git = git;
    }

    @Override
    public List<Blocker> commit(String message, List<String> paths) {
      pass("git add " + paths);
      if (steps + 1 >= last) {
        for (var path : paths) {
          scratch.accepts("add", "--all", "--", path);
        }
      }
      pass("git commit " + message);
      return git.commit(message, paths);
    }

    @Override
    public List<Blocker> stageRemoval(List<String> paths) {
      pass("git rm --cached " + paths);
      return git.stageRemoval(paths);
    }

    @Override
    public Fact<dev.tidemark.checkpoint.Head> head() {
      return git.head();
    }

    @Override
    public Fact<List<IgnoreStatus>> ignored(List<String> paths) {
      return git.ignored(paths);
    }

    @Override
    public Fact<GitFile> file(String path) {
      return git.file(path);
    }

    @Override
    public Fact<Optional<String>> committed(String path) {
      return git.committed(path);
    }

    @Override
    public Fact<String> tree(List<String> except) {
      return git.tree(except);
    }

    @Override
    public Fact<List<String>> changed(List<String> except) {
      return git.changed(except);
    }

    @Override
    public Fact<List<FileChange>> changes(@Nullable String since, int millis, List<String> except) {
      return git.changes(since, millis, except);
    }

    @Override
    public Fact<Boolean> movedSince(String commit, List<String> except) {
      return git.movedSince(commit, except);
    }
  }
}
