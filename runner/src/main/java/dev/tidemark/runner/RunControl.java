package dev.tidemark.runner;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.TreePosition;
import dev.tidemark.library.Project;
import dev.tidemark.library.store.TreeLeases;
import dev.tidemark.port.CommandRunner;
import dev.tidemark.runner.RunnerHost.Stop;
import dev.tidemark.store.Leases.Signature;
import dev.tidemark.store.StoreException.OutcomeUnknownException;
import dev.tidemark.store.StoreException.StoreUnavailableException;
import dev.tidemark.workflow.fact.Fact;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/// Control of a runner at work: the requests to stop it, its claim of a run of a shared store, and
/// the supervision of the commands of gates.
final class RunControl {
  private static final Duration LEASE = Duration.ofMinutes(15);
  private static final Duration STEP = Duration.ofMillis(100);

  final Project project;
  final CheckpointId id;
  final RunnerHost host;
  final AttemptLog log;
  private final Runner.Pace pace;
  private final @Nullable TreeLeases leases;
  private Stop asked = Stop.NO;
  private long renewed;
  private @Nullable TreePosition position;
  private long positioned;

  /// The fence of the claim that ends with the runner; 0 for none.
  private long claimed;

  RunControl(Project project, CheckpointId id, RunnerHost host, AttemptLog log, Runner.Pace pace) {
    this.project = project;
    this.id = id;
    this.host = host;
    this.log = log;
    this.pace = pace;
    this.leases = project.leases().orElse(null);
  }

  /// Returns how long a process may take to end after TERM.
  Duration gracePeriod() {
    return pace.grace();
  }

  /// Returns commit and work tree, for which git is started a dozen times.
  ///
  /// @param age how long ago they may have been read, if no command of a gate has run since
  TreePosition position(Duration age) {
    var known = position;
    if (known == null || System.nanoTime() - positioned >= age.toNanos()) {
      known = project.gates().position();
      position = known;
      positioned = System.nanoTime();
    }
    return known;
  }

  // ---------------------------------------------------------------- claim

  /// Claims a run of a shared store. A claim that the user has made stays theirs; one that a killed
  /// runner has left is taken over.
  ///
  /// @throws dev.tidemark.store.StoreException.ClaimedException if another work tree holds the run
  /// @throws dev.tidemark.store.StoreException.StaleOwnerException if it has taken over the run
  void claim() throws IOException {
    if (leases == null) {
      return;
    }
    renewed = System.nanoTime();
    long held = leases.fence(id);
    if (held != 0 && held != log.keptClaim()) {
      leases.renew(id, held);
      return;
    }
    claimed = leases.claim(id, LEASE, signature()).fence();
    log.keepClaim(claimed);
  }

  /// Renews the claim when it is time to.
  private void renew() {
    if (leases == null || System.nanoTime() - renewed < pace.beat().toNanos()) {
      return;
    }
    renewed = System.nanoTime();
    try {
      leases.renew(id, leases.fence(id));
    } catch (StoreUnavailableException | OutcomeUnknownException unreachable) {
      // The claim may live on: it is renewed later, and each change is refused if it does not.
    }
  }

  /// Gives back a claim that the runner has made.
  void release() {
    try {
      if (leases != null && claimed != 0 && leases.fence(id) == claimed) {
        leases.release(id, signature());
      }
    } catch (StoreUnavailableException | OutcomeUnknownException unreachable) {
      // It ends by itself.
    }
  }

  private Signature signature() {
    return new Signature(host.actor(), project.now());
  }

  // ---------------------------------------------------------------- stop

  /// Returns whether the user wants the runner to stop. A request that was seen stays one.
  ///
  /// @throws dev.tidemark.store.StoreException.StaleOwnerException if the claim is lost
  Stop stop() throws IOException {
    renew();
    for (var request : List.of(host.stop(), log.stopRequest())) {
      asked = asked.compareTo(request) < 0 ? request : asked;
    }
    return asked;
  }

  // ---------------------------------------------------------------- gates

  /// Returns what runs the command of a gate, which ends with the runner, as an agent does.
  CommandRunner supervised(Map<String, String> environment) {
    return (words, patience, output) -> {
      try {
        return run(words, environment, patience, output);
      } catch (IOException failure) {
        return Fact.unknown(words.getFirst() + " cannot be run: " + failure.getMessage());
      } catch (InterruptedException interrupted) {
        Thread.currentThread().interrupt();
        return Fact.unknown(words.getFirst() + " was interrupted");
      }
    };
  }

  /// @throws CancellationException if the user stops the runner at once; the next one runs the
  ///   command again
  private Fact<Integer> run(
      List<String> words, Map<String, String> environment, Duration patience, OutputStream output)
      throws IOException, InterruptedException {
    var all = new ArrayList<>(List.of("sh", "-c", "exec \"$@\" 2>&1", "gate"));
    all.addAll(words);
    position = null;
    log.openGate();
    var folder = log.gate();
    long begin = System.nanoTime();
    boolean late = false;
    try (var process =
        SupervisedProcess.start(
            project.root(),
            folder,
            project.root(),
            all,
            environment,
            log.gateMark(),
            pace.grace())) {
      while (!late && !process.await(STEP)) {
        if (stop() == Stop.NOW) {
          throw new CancellationException();
        }
        late = System.nanoTime() - begin > patience.toNanos();
      }
    }
    if (Files.exists(folder.resolve(SupervisedProcess.OUT))) {
      output.write(AttemptLog.read(folder.resolve(SupervisedProcess.OUT)).getBytes(UTF_8));
    }
    var exit = SupervisedProcess.exit(folder);
    log.deleteGate();
    if (late) {
      return Fact.unknown("it took longer than " + patience.toSeconds() + " seconds");
    }
    return exit == null ? Fact.unknown(words.getFirst() + " was killed") : Fact.known(exit);
  }

  /// Ends the command of a gate that a killed runner has left.
  void sweepGate() throws IOException {
    if (Files.isDirectory(log.gate())) {
      SupervisedProcess.sweep(
          log.gate(),
          log.gateMark(),
          SupervisedProcess.supervising(host.environment(), project.root()));
      log.deleteGate();
    }
  }
}
