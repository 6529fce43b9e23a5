package dev.tidemark.clients;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.clients.DrivenRun.Task;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// `tidemark run` with each of the clients as its agent.
class RunnerClientsTest {
  @TempDir private Path temp;

  @BeforeEach
  void prepare() {
    Installation.assume();
  }

  @ParameterizedTest
  @EnumSource
  void a_run_is_driven_to_its_end_in_a_fresh_session_for_each_phase(Client client)
      throws IOException {
    var driver = client.driver();
    var file = temp.resolve("project/src/b.ts");
    try (var driven =
        DrivenRun.start(
            client,
            temp,
            "retries: 0",
            task ->
                task.phase().equals("code") && task.results().isEmpty()
                    ? Turn.call(driver.write(file, "b"))
                    : answer(client, task))) {
      var ran = driven.run();

      assertThat(ran.exit()).as(ran + driven.printed()).isZero();
      assertThat(driven.outcomes()).containsExactly("applied", "applied", "applied");
      System.out.println(driven.attempts());
      System.out.println(driven.printed());
      assertThat(file).hasContent("b");
    }
  }

  private static Turn answer(Client client, Task task) {
    return client.driver().structured(task.complete());
  }
}
