package dev.tidemark.springai;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.library.Project;
import dev.tidemark.testkit.KilledJvm;
import dev.tidemark.testkit.Proofs;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.ai.chat.memory.ChatMemory;
import org.springframework.ai.chat.memory.MessageWindowChatMemory;
import org.springframework.ai.chat.messages.UserMessage;

/// Processes that save messages are killed at random times: no acknowledged message is lost.
class KilledConversationTest {
  @TempDir private Path root;

  @Test
  void no_acknowledged_message_is_lost_when_its_process_is_killed() throws Exception {
    int rounds = Proofs.tries(50, 2);
    var random = new Random(7);
    for (int round = 0; round < rounds; round++) {
      var out = root.resolve("out" + round);
      var lines = KilledJvm.lines(random, out, Main.class, root.toString());
      int acknowledged = Integer.parseInt(lines.getLast());

      int found = memory(root).get("c1").size();
      assertThat(found).isBetween(acknowledged, acknowledged + 1);
    }
  }

  private static ChatMemory memory(Path root) {
    return MessageWindowChatMemory.builder()
        .chatMemoryRepository(new TidemarkChatMemoryRepository(Project.at(root).open()))
        .maxMessages(1_000_000)
        .build();
  }

  /// The process: adds messages until it is killed, and prints the number of each when it is saved.
  static final class Main {
    private Main() {}

    public static void main(String[] args) {
      var memory = memory(Path.of(args[0]));
      for (int n = memory.get("c1").size() + 1; n < 100_000; n++) {
        memory.add("c1", new UserMessage("message " + n));
        System.out.println(n);
      }
    }
  }
}
