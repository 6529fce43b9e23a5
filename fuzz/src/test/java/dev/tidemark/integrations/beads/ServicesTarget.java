package dev.tidemark.integrations.beads;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidemark.fuzz.Claims;
import dev.tidemark.fuzz.Target;
import dev.tidemark.integrations.http.ServiceClient;
import dev.tidemark.integrations.linear.LinearTracker;
import dev.tidemark.integrations.vercel.GitHubDeployments;
import dev.tidemark.integrations.vercel.VercelDeployments;
import dev.tidemark.testkit.LoopbackServer;
import dev.tidemark.testkit.LoopbackServer.Said;
import dev.tidemark.workflow.fact.Fact;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Arrays;

/// What services answer, and what a tracker keeps in a file: never more than a fact, known or not.
public final class ServicesTarget implements Target {
  private static final String COMMIT = "0123456789abcdef0123456789abcdef01234567";
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  /// One input of so many comes over HTTP, which takes a hundred times as long.
  private static final int OVER_HTTP = 50;

  private final ServiceClient serviceClient = new ServiceClient();
  private final LoopbackServer server = LoopbackServer.answering(200, "");

  @Override
  public void read(byte[] input) {
    var text = Claims.text(input);
    BeadsIssues.of(text).ready();
    VercelDeployments.Scope.linked(text);
    new GitHubDeployments(
            (words, patience, output) -> {
              try {
                output.write(input);
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
              return Fact.known(0);
            })
        .find(COMMIT, PATIENCE);
    int sum = Math.floorMod(Arrays.hashCode(input), 2 * OVER_HTTP);
    if (sum < 2) {
      server.answer(got -> Said.of(200, new String(input, UTF_8)));
      var scope = new VercelDeployments.Scope(null, null);
      if (sum == 0) {
        new VercelDeployments(serviceClient, server.address(), "token", scope)
            .find(COMMIT, PATIENCE);
      } else {
        new LinearTracker(serviceClient, server.address(), "key").teams();
      }
    }
  }

  @Override
  public void close() {
    serviceClient.close();
    server.close();
  }
}
