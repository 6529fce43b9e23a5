package dev.tidemark.runner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.checkpoint.Actor;
import dev.tidemark.library.store.TreeLeases;
import dev.tidemark.runner.RunResult.Status;
import dev.tidemark.store.Leases.Lease;
import dev.tidemark.store.Leases.Signature;
import dev.tidemark.store.StoreException.ClaimedException;
import dev.tidemark.store.StoreException.StaleOwnerException;
import dev.tidemark.stores.postgres.connection.Database;
import dev.tidemark.stores.postgres.connection.StoreAddress;
import dev.tidemark.testkit.PostgresServer;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// The claim of a runner on a run that two work trees share.
@EnabledOnOs(value = OS.LINUX, disabledReason = "survivors are looked for in /proc")
class ClaimedRunTest {
  private final PostgresServer server = PostgresServer.running();
  private final String schema = "runner_" + System.nanoTime();

  private final Database database =
      new Database(StoreAddress.of(server.address(schema), Map.of()), 2_000);

  @TempDir private Path folder;
  private RunnerProject one;
  private RunnerProject two;

  @BeforeEach
  void prepare() throws IOException {
    one = tree("one").start("design", "code");
    two = tree("two");
  }

  @AfterEach
  void close() {
    database.close();
  }

  private RunnerProject tree(String name) throws IOException {
    return RunnerProject.in(folder.resolve(name)).shared(database);
  }

  private static TreeLeases leases(RunnerProject tree) throws IOException {
    return tree.open().leases().orElseThrow();
  }

  private static Lease claim(RunnerProject tree) throws IOException {
    var signed = new Signature(Actor.tool("test"), Instant.now());
    return leases(tree).claim(tree.id(), Duration.ofMinutes(10), signed);
  }

  /// Lets the time of a lease be over, whatever the clock says.
  private void expire() {
    server.execute(schema, "update run set lease_until = clock_timestamp() - interval '1 second'");
  }

  @Test
  void a_run_is_claimed_while_it_is_driven_and_free_afterwards() throws IOException {
    var owners = new ArrayList<String>();
    one.heard = _ -> owners.add(leases(two).holder(two.id()).map(Lease::owner).orElse("none"));
    assertThat(one.run("ok").status()).isEqualTo(Status.DONE);
    assertThat(owners).isNotEmpty().allMatch(owner -> owner.endsWith(":" + one.root));
    assertThat(leases(two).holder(two.id())).isEmpty();
  }

  @Test
  void a_run_that_another_work_tree_has_claimed_is_not_driven() throws IOException {
    claim(two);
    assertThatThrownBy(() -> one.run("ok")).isInstanceOf(ClaimedException.class);
    assertThat(one.attempts()).isEmpty();
    assertThat(leases(two).holder(two.id())).isPresent();
  }

  @Test
  void a_claim_of_the_user_stays_theirs() throws IOException {
    long fence = claim(one).fence();
    assertThat(one.run("ok").status()).isEqualTo(Status.DONE);
    assertThat(leases(two).holder(two.id()).map(Lease::fence)).contains(fence);
  }

  @Test
  void a_claim_that_a_killed_runner_has_left_is_taken_over_and_given_back() throws IOException {
    try (var log = new AttemptLog(one.root, one.id())) {
      assertThat(log.lock()).isTrue();
      log.keepClaim(claim(one).fence());
    }
    assertThat(one.run("ok").status()).isEqualTo(Status.DONE);
    assertThat(leases(two).holder(two.id())).isEmpty();
  }

  @Test
  void a_claim_is_renewed_while_an_agent_works() throws IOException {
    one.heard =
        text -> {
          if (text.contains("attempt 1 by")) {
            expire();
          }
        };
    assertThat(one.run("slow 1").status()).isEqualTo(Status.DONE);
  }

  @Test
  void an_agent_whose_run_was_taken_over_is_ended_and_nothing_is_recorded() throws IOException {
    one.heard =
        text -> {
          if (text.contains("attempt 1 by")) {
            expire();
            claim(two);
          }
        };
    assertThatThrownBy(() -> one.run("hang")).isInstanceOf(StaleOwnerException.class);
    assertThat(one.survivors()).isEmpty();
    assertThat(one.outcomes()).containsExactly("open");
    var last = two.open().history().history(two.id()).getLast();
    assertThat(last.events().getFirst().kind().word()).isEqualTo("lease.acquired");
    // The other work tree goes on: the attempt is closed there.
    assertThat(two.run("ok").status()).isEqualTo(Status.DONE);
    assertThat(two.outcomes()).containsExactly("orphaned", "applied", "applied");
  }
}
