package dev.tidemark.app.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.http.exchange.AuthenticatedUser;
import dev.tidemark.app.http.exchange.CommandGateway;
import dev.tidemark.app.http.exchange.HttpLimits;
import dev.tidemark.app.http.exchange.Scope;
import dev.tidemark.app.http.exchange.ServerAddress;
import dev.tidemark.app.http.exchange.ServerLog;
import dev.tidemark.app.http.exchange.TokenLookup;
import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.app.main.Served;
import dev.tidemark.app.main.Tree;
import dev.tidemark.app.view.CommandRequest;
import dev.tidemark.app.view.CommandResult;
import dev.tidemark.testkit.LongProof;
import dev.tidemark.testkit.Proofs;
import java.io.OutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.api.io.TempDir;

/// Listeners hear what happens, and what happened while they were away.
class EventsTest {
  private static final String AUTH = "data: {\"runs\":[\"state/implement/auth\"]}";

  @TempDir private Path temp;
  private CommandLineHarness tidemark;
  private Served served;

  @BeforeEach
  void serve() {
    tidemark = CommandLineHarness.fresh(temp).after("start implement/auth");
    served = Served.at(tidemark);
  }

  @AfterEach
  void end() {
    served.close();
  }

  @Test
  void a_change_by_anybody_is_told() {
    try (var listener = Visitor.bearer(served).listen("/api/events")) {
      assertThat(listener.next()).contains("event: hello");
      tidemark.child("done implementation --summary Works.");

      assertThat(listener.change()).contains(AUTH);
      tidemark.after("start implement/login");
      assertThat(listener.change()).contains("data: {\"runs\":[\"state/implement/login\"]}");
    }
  }

  /// Edits of files are looked for every ten seconds.
  @LongProof
  @Test
  void an_edit_by_hand_is_told() {
    try (var listener = Visitor.bearer(served).listen("/api/events")) {
      listener.next();
      tidemark.scratch().write(".claude/state/implement-auth.json", "{}");

      assertThat(listener.change()).contains(AUTH);
    }
  }

  @Test
  void whoever_was_away_is_told_the_rest() {
    String heard;
    try (var listener = Visitor.bearer(served).listen("/api/events")) {
      listener.next();
      tidemark.after("enter implementation");
      heard = listener.change().getFirst().substring("id: ".length());
      tidemark.after("done implementation --summary Works.");
      listener.change();
    }

    try (var again = Visitor.bearer(served).with("Last-Event-ID: " + heard).listen("/api/events")) {
      assertThat(again.next()).contains("event: changed", AUTH);
    }
  }

  @Test
  void whoever_was_away_for_too_long_begins_anew() {
    for (var id : new String[] {"1", "99999999999999", "x"}) {
      try (var again = Visitor.bearer(served).with("Last-Event-ID: " + id).listen("/api/events")) {
        assertThat(again.next()).contains("event: reset");
      }
    }
  }

  @Test
  void the_end_of_the_server_ends_the_events() {
    try (var listener = Visitor.bearer(served).listen("/api/events")) {
      listener.next();
      served.close();

      org.assertj.core.api.Assertions.assertThatThrownBy(listener::next)
          .isInstanceOf(AssertionError.class);
    }
  }

  @Test
  void after_the_end_of_the_server_nothing_is_written_any_more() throws Exception {
    var written = tidemark.scratch().state();
    for (int i = 0; i < Proofs.tries(5, 2); i++) {
      try (var again = Served.at(tidemark);
          var listener = Visitor.bearer(again).listen("/api/events")) {
        listener.next();
        tidemark.after("start implement/run-" + i);
        listener.change();
        // The list that the server looks at is being written anew when it ends.
        tidemark.after("enter implementation --run implement/run-" + i);
      }

      var then = Tree.of(written);
      Thread.sleep(400);
      assertThat(Tree.of(written)).isEqualTo(then);
    }
  }

  @Test
  @Timeout(value = 1, unit = TimeUnit.MINUTES, threadMode = ThreadMode.SEPARATE_THREAD)
  void a_store_that_does_not_answer_keeps_no_subscriber_waiting_and_the_server_ends()
      throws Exception {
    var usual = HttpLimits.USUAL;
    var httpLimits =
        new HttpLimits(
            usual.body(),
            usual.perSecond(),
            usual.burst(),
            usual.connections(),
            usual.listeners(),
            usual.patience(),
            Duration.ofHours(1));
    var user = new AuthenticatedUser("ann", Set.of(Scope.READ), false);
    try (var store = new SilentStore();
        var client = HttpClient.newHttpClient()) {
      var door = HttpFrontend.open(store, of(user), httpLimits, ServerAddress.local(0));
      var request =
          HttpRequest.newBuilder(URI.create(door.url() + "/api/events"))
              .header("Authorization", "Bearer t")
              .build();
      for (int i = 0; i < 2; i++) {
        try (var lines = client.send(request, BodyHandlers.ofLines()).body()) {
          assertThat(lines.findFirst()).contains("retry: 2000");
        }
      }

      door.close();

      assertThat(store.asked.getCount()).isZero();
    }
  }

  private static TokenLookup of(AuthenticatedUser user) {
    return new TokenLookup() {
      @Override
      public AuthenticatedUser find(String hash) {
        return user;
      }

      @Override
      public @Nullable AuthenticatedUser named(String name) {
        return null;
      }
    };
  }

  /// A store that answers when the test has ended.
  private static final class SilentStore implements CommandGateway, AutoCloseable {
    private final CountDownLatch asked = new CountDownLatch(1);
    private final CountDownLatch over = new CountDownLatch(1);

    @Override
    public boolean reads(CommandRequest request) {
      return true;
    }

    @Override
    public @Nullable List<RunSnapshot> snapshots() {
      return null;
    }

    @Override
    public String changeToken() {
      asked.countDown();
      try {
        over.await();
      } catch (InterruptedException ending) {
        Thread.currentThread().interrupt();
      }
      return "";
    }

    @Override
    public CommandResult run(AuthenticatedUser user, boolean approves, CommandRequest request) {
      throw new AssertionError(request);
    }

    @Override
    public Path root() {
      return Path.of("");
    }

    @Override
    public String release() {
      return "";
    }

    @Override
    public ServerLog log() {
      return new ServerLog(OutputStream.nullOutputStream(), false);
    }

    @Override
    public void close() {
      over.countDown();
    }
  }
}
