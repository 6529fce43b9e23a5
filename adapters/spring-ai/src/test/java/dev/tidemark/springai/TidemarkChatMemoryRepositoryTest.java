package dev.tidemark.springai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.library.Project;
import dev.tidemark.store.StoreException.ConflictException;
import dev.tidemark.workflow.policy.SecretPolicy;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.ai.chat.memory.ChatMemory;
import org.springframework.ai.chat.memory.MessageWindowChatMemory;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.SystemMessage;
import org.springframework.ai.chat.messages.ToolResponseMessage;
import org.springframework.ai.chat.messages.UserMessage;
import org.springframework.ai.content.Media;

/// Contract of `ChatMemoryRepository`, as its documentation and the in-memory repository have it,
/// below the real `MessageWindowChatMemory`; and the runs that Tidemark shows of conversations.
class TidemarkChatMemoryRepositoryTest {
  private static final CheckpointId RUN = new CheckpointId("state", "spring-ai", "c1");

  @TempDir private Path root;

  private TidemarkChatMemoryRepository repository() {
    return new TidemarkChatMemoryRepository(Project.at(root).open());
  }

  private ChatMemory memory(int messages) {
    return MessageWindowChatMemory.builder()
        .chatMemoryRepository(repository())
        .maxMessages(messages)
        .build();
  }

  private static List<String> texts(List<Message> messages) {
    return messages.stream().map(Message::getText).toList();
  }

  @Test
  void messages_of_every_type_are_equal_after_a_new_repository_has_read_them() {
    var messages =
        List.<Message>of(
            SystemMessage.builder().text("Be brief").metadata(Map.of("source", "prompt")).build(),
            UserMessage.builder()
                .text("See \"this\"\n日本")
                .metadata(
                    Map.of(
                        "n",
                        1,
                        "long",
                        1L << 40,
                        "d",
                        1.5,
                        "b",
                        true,
                        "list",
                        List.of("x", 2),
                        "map",
                        Map.of("k", "v")))
                .build(),
            AssistantMessage.builder()
                .content("I look")
                .properties(Map.of("id", "msg_1", "finishReason", "TOOL_CALLS"))
                .toolCalls(
                    List.of(new AssistantMessage.ToolCall("1", "function", "look", "{\"a\":1}")))
                .build(),
            AssistantMessage.builder().content(null).build(),
            ToolResponseMessage.builder()
                .responses(List.of(new ToolResponseMessage.ToolResponse("1", "look", "[1, 2]")))
                .metadata(Map.of("took", 12))
                .build(),
            new AssistantMessage("Done"));

    repository().saveAll("c1", messages);

    assertThat(repository().findByConversationId("c1")).isEqualTo(messages);
  }

  @Test
  void media_are_kept_as_addresses_and_bytes() {
    var picture =
        Media.builder().mimeType(Media.Format.IMAGE_PNG).data(new byte[] {1, -1}).id("p").build();
    var link =
        Media.builder()
            .mimeType(Media.Format.DOC_PDF)
            .data(URI.create("https://example.org/a.pdf"))
            .build();
    repository()
        .saveAll("c1", List.of(UserMessage.builder().text("See").media(picture, link).build()));

    var read = (UserMessage) repository().findByConversationId("c1").getFirst();

    assertThat(read.getMedia()).hasSize(2);
    assertThat(read.getMedia().getFirst().getDataAsByteArray()).containsExactly(1, -1);
    assertThat(read.getMedia().getFirst().getId()).isEqualTo("p");
    assertThat(read.getMedia().getFirst().getName()).isEqualTo(picture.getName());
    assertThat(read.getMedia().getLast().getData()).hasToString("https://example.org/a.pdf");
    assertThat(read.getMedia().getLast().getMimeType()).isEqualTo(Media.Format.DOC_PDF);
  }

  @Test
  void media_whose_text_is_no_uri_are_kept_as_they_are() {
    var media = Media.builder().mimeType(Media.Format.DOC_PDF).data("the plan.pdf").build();
    repository().saveAll("c1", List.of(UserMessage.builder().text("See").media(media).build()));

    var read = (UserMessage) repository().findByConversationId("c1").getFirst();

    assertThat(read.getMedia().getFirst().getData()).isEqualTo("the plan.pdf");
  }

  @Test
  void metadata_without_a_json_form_are_left_out() {
    var message =
        UserMessage.builder().text("x").metadata(Map.of("o", new Object(), "k", "v")).build();
    repository().saveAll("c1", List.of(message));

    assertThat(repository().findByConversationId("c1").getFirst().getMetadata())
        .containsEntry("k", "v")
        .doesNotContainKey("o");
  }

  @Test
  void an_unknown_conversation_has_no_messages_and_can_be_deleted() {
    repository().deleteByConversationId("c1");

    assertThat(repository().findByConversationId("c1")).isEmpty();
    assertThat(repository().findConversationIds()).isEmpty();
    assertThat(root).isEmptyDirectory();
  }

  @Test
  void a_save_replaces_all_messages() {
    repository().saveAll("c1", List.of(new UserMessage("a"), new UserMessage("b")));
    repository().saveAll("c1", List.of(new UserMessage("c")));

    assertThat(texts(repository().findByConversationId("c1"))).containsExactly("c");
    repository().saveAll("c1", List.of());
    assertThat(repository().findByConversationId("c1")).isEmpty();
  }

  @Test
  void a_deleted_conversation_is_not_listed_and_can_be_begun_again() {
    repository().saveAll("c1", List.of(new UserMessage("private")));
    repository().saveAll("c2", List.of(new UserMessage("b")));

    repository().deleteByConversationId("c1");

    assertThat(repository().findByConversationId("c1")).isEmpty();
    assertThat(repository().findConversationIds()).containsExactly("c2");
    assertThat(root.resolve(".claude/state/spring-ai-c1.json")).content().doesNotContain("private");
    repository().saveAll("c1", List.of(new UserMessage("c")));
    assertThat(texts(repository().findByConversationId("c1"))).containsExactly("c");
  }

  @Test
  void any_text_with_a_letter_is_a_conversation_id() {
    var ids =
        List.of("a/b", "a-b", "A-B", "../x", "checkpoint", "日本語", "user:42@host", "x".repeat(300));
    for (var id : ids) {
      repository().saveAll(id, List.of(new UserMessage("of " + id)));
    }

    assertThat(repository().findConversationIds()).containsExactlyInAnyOrderElementsOf(ids);
    for (var id : ids) {
      assertThat(texts(repository().findByConversationId(id))).containsExactly("of " + id);
    }
    assertThatThrownBy(() -> repository().saveAll(" ", List.of()))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> repository().findByConversationId(""))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> repository().deleteByConversationId(""))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void a_window_of_messages_goes_on_in_a_new_memory() {
    memory(4).add("c1", new SystemMessage("Be brief"));
    for (int i = 1; i <= 3; i++) {
      memory(4).add("c1", new UserMessage("question " + i));
      memory(4).add("c1", new AssistantMessage("answer " + i));
    }

    assertThat(texts(memory(4).get("c1"))).containsExactly("Be brief", "question 3", "answer 3");
    memory(4).clear("c1");
    assertThat(memory(4).get("c1")).isEmpty();
  }

  @Test
  void each_save_is_one_journal_entry_of_a_run_in_progress() {
    var memory = memory(10);
    memory.add("c1", new UserMessage("a"));
    memory.add("c1", new AssistantMessage("b"));

    var project = Project.at(root).open();
    assertThat(project.history().history(RUN)).hasSize(2);
    assertThat(project.history().verify(RUN)).isEmpty();
    assertThat(project.runs().find(RUN).checkpoint().phases())
        .extracting(phase -> phase.name() + " " + phase.status())
        .containsExactly("conversation IN_PROGRESS");
    memory.clear("c1");
    assertThat(project.runs().find(RUN).checkpoint().finished()).isTrue();
  }

  @Test
  void a_conversation_that_another_process_has_continued_since_is_not_overwritten() {
    var ours = repository();
    ours.saveAll("c1", List.of(new UserMessage("a")));
    var read = new ArrayList<>(ours.findByConversationId("c1"));
    memory(10).add("c1", new UserMessage("theirs"));

    read.add(new UserMessage("ours"));
    assertThatThrownBy(() -> ours.saveAll("c1", read)).isInstanceOf(ConflictException.class);
    assertThatThrownBy(() -> ours.saveAll("c1", read)).isInstanceOf(ConflictException.class);

    assertThat(texts(repository().findByConversationId("c1"))).containsExactly("a", "theirs");
    var again = new ArrayList<>(ours.findByConversationId("c1"));
    again.add(new UserMessage("ours"));
    ours.saveAll("c1", again);
    assertThat(texts(ours.findByConversationId("c1"))).containsExactly("a", "theirs", "ours");
  }

  @Test
  void of_messages_that_are_added_at_the_same_time_each_is_kept_or_refused() throws Exception {
    var memory = memory(1000);
    var kept = new ArrayList<String>();
    try (var pool = Executors.newFixedThreadPool(4)) {
      var tasks = new ArrayList<Callable<List<String>>>();
      for (int worker = 0; worker < 4; worker++) {
        int number = worker;
        tasks.add(() -> added(memory, number));
      }
      for (var done : pool.invokeAll(tasks)) {
        kept.addAll(done.get());
      }
    }

    assertThat(kept).isNotEmpty();
    assertThat(texts(memory.get("c1"))).containsExactlyInAnyOrderElementsOf(kept);
  }

  private static List<String> added(ChatMemory memory, int worker) {
    var kept = new ArrayList<String>();
    for (int i = 0; i < 10; i++) {
      var text = worker + "-" + i;
      try {
        memory.add("c1", new UserMessage(text));
        kept.add(text);
      } catch (ConflictException refused) {
        assertThat(refused).hasMessageContaining("nothing was written");
      }
    }
    return kept;
  }

  @Test
  void messages_that_are_too_large_or_have_a_secret_are_refused() {
    var huge = List.<Message>of(new UserMessage("y".repeat(6_000_000)));
    assertThatThrownBy(() -> repository().saveAll("c1", huge))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("larger than 5242880 bytes");

    var refusing =
        new TidemarkChatMemoryRepository(Project.at(root).secrets(SecretPolicy.REFUSE).open());
    var secret = "aws_access_key_id=AKIA" + "IOSFODNN7" + "EXAMPLQ";
    assertThatThrownBy(() -> refusing.saveAll("c1", List.of(new UserMessage(secret))))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("looks like a secret");
    assertThat(repository().findConversationIds()).isEmpty();
  }
}
