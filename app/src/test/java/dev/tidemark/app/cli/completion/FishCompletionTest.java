package dev.tidemark.app.cli.completion;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.cli.Shell;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FishCompletionTest {
  @TempDir Path folder;
  private Shell shell;

  @BeforeEach
  void start() throws IOException {
    shell = new Shell("fish", folder);
  }

  private List<String> fish(String line) throws Exception {
    List<String> answer = new ArrayList<>();
    String asking = "source $argv[1]; complete -C $argv[2]";
    List<String> words = List.of("--no-config", "-c", asking, shell.script().toString(), line);
    for (String found : shell.run(words)) {
      answer.add(found.split("\t", -1)[0]);
    }
    return answer;
  }

  @Test
  void fish_completes_words_runs_and_phases() throws Exception {
    assertThat(fish("tidemark --json conf")).containsExactly("config");
    assertThat(fish("tidemark done x --cre")).containsExactly("--created");
    assertThat(fish("tidemark status x --cre")).isEmpty();
    assertThat(fish("tidemark status a ")).isEmpty();
    assertThat(fish("tidemark status impl")).containsExactly("implement/auth", "implement/login");
    assertThat(fish("tidemark done --run=implement/l")).containsExactly("--run=implement/login");
    assertThat(fish("tidemark done --run implement/auth "))
        .containsExactlyInAnyOrder("Decision Sync", "research");
    assertThat(fish("tidemark validate --tokens READ")).containsExactly("README.md");
  }
}
