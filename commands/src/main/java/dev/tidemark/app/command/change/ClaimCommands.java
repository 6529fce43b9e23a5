package dev.tidemark.app.command.change;

import static dev.tidemark.app.cli.spec.CommandEffect.WRITES;

import dev.tidemark.app.cli.spec.Argument;
import dev.tidemark.app.cli.spec.CommandGroup;
import dev.tidemark.app.cli.spec.CommandSpec;
import dev.tidemark.app.cli.spec.Example;
import dev.tidemark.app.cli.spec.ExitCode;
import dev.tidemark.app.cli.spec.Option;
import dev.tidemark.app.cli.spec.ParsedCommand;
import dev.tidemark.app.cli.spec.ValueKind;
import dev.tidemark.app.command.session.Session;
import dev.tidemark.app.view.ProblemView;
import dev.tidemark.app.view.run.LeaseView;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.engine.ChangeMode;
import dev.tidemark.engine.run.RunSelection.Selected;
import dev.tidemark.library.store.TreeLeases;
import dev.tidemark.store.Leases.Lease;
import dev.tidemark.store.Leases.Signature;
import dev.tidemark.store.StoreException.StoreUnavailableException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/// The verb `claim`.
public final class ClaimCommands {
  private static final String RELEASE = "release";
  private static final int USUAL_SECONDS = 900;

  /// The number of renewals within the duration of a lease: two of three may fail.
  private static final int BEATS = 3;

  private final Session session;
  private final ParsedCommand parsedCommand;

  public ClaimCommands(Session session) {
    this.session = session;
    this.parsedCommand = session.call();
  }

  /// Specification of `claim`.
  public static CommandSpec claimSpec() {
    return new CommandSpec(
            "claim",
            CommandGroup.RESUME,
            WRITES,
            "claim a run of a shared store, or release it",
            List.of(Argument.run()),
            List.of(
                Option.value(
                    "for", "SECONDS", ValueKind.COUNT, "the lease after each change; default 900"),
                Option.flag("hold", "keep running and renew the claim"),
                Option.flag(RELEASE, "release the claimed run")),
            List.of(
                new Example(
                    "tidemark claim implement/auth", "refuse changes by others from now on"),
                new Example(
                    "tidemark claim implement/auth --for 60 --hold",
                    "renew while the command runs"),
                new Example("tidemark claim --dry-run", "show who holds the claim"),
                new Example("tidemark claim --release implement/auth", "let others claim it")))
        .mode(RELEASE, WRITES, List.of(), List.of("for", "hold"));
  }

  /// Claims a run and holds the claim on request, or releases it.
  public ExitCode claim() {
    var claims = session.project().leases().orElse(null);
    if (claims == null) {
      return notShared(session);
    }
    var runSelection = session.selectToChange();
    if (!(runSelection instanceof Selected selected)) {
      return session.selectionRefused(runSelection);
    }
    var id = selected.id();
    boolean dry = session.changeMode() == ChangeMode.DRY_RUN;
    if (parsedCommand.has(RELEASE)) {
      boolean ours = dry ? claims.isHeld(id) : claims.release(id, signature());
      session.confirm(LeaseView.released(id, ours, dry), LeaseView.releaseLines(id, ours, dry));
      return ExitCode.SUCCESS;
    }
    if (dry) {
      return shown(new LeaseView(id, claims.holder(id).orElse(null), true));
    }
    var seconds = parsedCommand.value("for");
    long lasting = seconds == null ? USUAL_SECONDS : Math.max(1, Long.parseLong(seconds));
    var lease = claims.claim(id, Duration.ofSeconds(lasting), signature());
    var answer = shown(new LeaseView(id, lease, false));
    return parsedCommand.has("hold") ? renewUntilStopped(claims, id, lease, lasting) : answer;
  }

  /// Reports that runs are not kept in a shared store.
  public static ExitCode notShared(Session session) {
    return session.problem(
        new ProblemView(
            ExitCode.REFUSED.code(),
            "not-shared",
            "runs are kept in files here, so no other machine can work on them",
            "Keep them in a shared store: tidemark help postgres"));
  }

  private Signature signature() {
    return new Signature(session.actor(), session.project().now());
  }

  private ExitCode shown(LeaseView view) {
    session.confirm(view.json(), view.lines());
    return ExitCode.SUCCESS;
  }

  /// Renews a claim until this process is stopped or the lease is lost. While the store cannot be
  /// reached the claim may live on: that is asked again, and again.
  private ExitCode renewUntilStopped(
      TreeLeases claims, CheckpointId id, Lease lease, long lasting) {
    session.screen().flush();
    while (!Thread.interrupted()) {
      LockSupport.parkNanos(Duration.ofSeconds(lasting).toNanos() / BEATS);
      try {
        claims.renew(id, lease.fence());
      } catch (StoreUnavailableException unreachable) {
        session.screen().note(String.valueOf(unreachable.getMessage()));
      }
    }
    return ExitCode.SUCCESS;
  }
}
