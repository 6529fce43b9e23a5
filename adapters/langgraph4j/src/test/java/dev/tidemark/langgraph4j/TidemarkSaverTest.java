package dev.tidemark.langgraph4j;

import static dev.tidemark.langgraph4j.Graphs.checkpoint;
import static dev.tidemark.langgraph4j.Graphs.messages;
import static dev.tidemark.langgraph4j.Graphs.thread;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.checkpoint.Actor;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.history.Event;
import dev.tidemark.library.Project;
import dev.tidemark.workflow.policy.SecretPolicy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.bsc.langgraph4j.CompileConfig;
import org.bsc.langgraph4j.GraphInput;
import org.bsc.langgraph4j.RunnableConfig;
import org.bsc.langgraph4j.StateGraph;
import org.bsc.langgraph4j.checkpoint.BaseCheckpointSaver;
import org.bsc.langgraph4j.checkpoint.Checkpoint;
import org.bsc.langgraph4j.serializer.StateSerializer;
import org.bsc.langgraph4j.state.AgentState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Contract of `BaseCheckpointSaver`, as its documentation and the savers of LangGraph4j have it,
/// with real graphs; and the runs that Tidemark shows of them.
class TidemarkSaverTest {
  private static final CheckpointId RUN = new CheckpointId("state", "langgraph4j", "t1");

  @TempDir private Path root;

  private TidemarkSaver saver() {
    return new TidemarkSaver(Graphs.project(root), Graphs.json());
  }

  private static StateSerializer<AgentState> serializer(String kind) {
    return kind.equals("json") ? Graphs.json() : Graphs.binary();
  }

  private static List<String> ids(BaseCheckpointSaver saver, RunnableConfig config) {
    return saver.list(config).stream().map(Checkpoint::getId).toList();
  }

  @ParameterizedTest
  @ValueSource(strings = {"json", "binary"})
  void checkpoints_are_listed_newest_first_with_node_and_state_by_a_new_saver(String kind) {
    var serializer = serializer(kind);
    var first = new TidemarkSaver(Graphs.project(root), serializer);
    first.put(thread("t1"), checkpoint("a", "__START__", "n1", Map.of("x", "1")));
    first.put(
        thread("t1"), checkpoint("b", "n1", "__END__", Map.of("x", "2", "list", List.of("y"))));

    var second = new TidemarkSaver(Graphs.project(root), serializer);

    assertThat(ids(second, thread("t1"))).containsExactly("b", "a");
    var newest = second.get(thread("t1")).orElseThrow();
    assertThat(newest.getNodeId()).isEqualTo("n1");
    assertThat(newest.getNextNodeId()).isEqualTo("__END__");
    assertThat(newest.getState()).isEqualTo(Map.of("x", "2", "list", List.of("y")));
  }

  @Test
  void an_unknown_thread_has_no_checkpoint() {
    assertThat(saver().get(thread("t1"))).isEmpty();
    assertThat(saver().list(thread("t1"))).isEmpty();
    assertThat(saver().release(thread("t1")).checkpoints()).isEmpty();
    assertThat(root).isEmptyDirectory();
  }

  @Test
  void a_put_answers_the_configuration_with_the_id_of_the_checkpoint() {
    var config = saver().put(thread("t1"), checkpoint("a", "n1", "n2", Map.of()));

    assertThat(config.checkPointId()).contains("a");
    assertThat(config.threadId()).contains("t1");
  }

  @Test
  void a_checkpoint_is_found_by_its_id() {
    var saver = saver();
    var older = saver.put(thread("t1"), checkpoint("a", "n1", "n2", Map.of("x", "1")));
    saver.put(thread("t1"), checkpoint("b", "n2", "n3", Map.of("x", "2")));

    assertThat(saver.get(older).orElseThrow().getState()).isEqualTo(Map.of("x", "1"));
    var absent = RunnableConfig.builder().threadId("t1").checkPointId("none").build();
    assertThat(saver.get(absent)).isEmpty();
  }

  @Test
  void a_put_with_the_id_of_a_checkpoint_replaces_it_where_it_stands() {
    var saver = saver();
    var older = saver.put(thread("t1"), checkpoint("a", "n1", "n2", Map.of("x", "1")));
    saver.put(thread("t1"), checkpoint("b", "n2", "n3", Map.of("x", "2")));

    saver.put(older, checkpoint("c", "n1", "n2", Map.of("x", "9")));

    assertThat(ids(saver, thread("t1"))).containsExactly("b", "c");
    assertThatThrownBy(() -> saver.put(older, checkpoint("d", "n1", "n2", Map.of())))
        .isInstanceOf(NoSuchElementException.class)
        .hasMessageContaining("a not found");
  }

  @Test
  void a_released_thread_answers_its_checkpoints_is_empty_and_can_be_used_again() {
    var saver = saver();
    saver.put(thread("t1"), checkpoint("a", "n1", "n2", Map.of("x", "1")));

    var tag = saver.release(thread("t1"));

    assertThat(tag.threadId()).isEqualTo("t1");
    assertThat(tag.checkpoints()).extracting(Checkpoint::getId).containsExactly("a");
    assertThat(saver.list(thread("t1"))).isEmpty();
    assertThat(saver.get(thread("t1"))).isEmpty();
    saver.put(thread("t1"), checkpoint("b", "n1", "n2", Map.of("x", "2")));
    assertThat(ids(saver, thread("t1"))).containsExactly("b");
  }

  @Test
  void without_a_thread_the_default_thread_is_used() {
    var saver = saver();
    saver.put(RunnableConfig.builder().build(), checkpoint("a", "n1", "n2", Map.of()));

    assertThat(ids(saver, RunnableConfig.builder().build())).containsExactly("a");
    assertThat(saver.release(RunnableConfig.builder().build()).threadId()).isEqualTo("$default");
  }

  @Test
  void any_text_is_a_thread_id_and_threads_are_separate() {
    var saver = saver();
    var threads =
        List.of(
            "a/b",
            "a-b",
            "a%2Fb",
            "../../x",
            "checkpoint",
            "Checkpoint",
            "",
            " ",
            "日本語",
            "a..b",
            "a\nb",
            "x".repeat(500),
            "x".repeat(499) + "y",
            "user:42@host",
            ".",
            "con");

    for (var thread : threads) {
      saver.put(thread(thread), checkpoint("of " + thread, "n1", "n2", Map.of()));
    }

    for (var thread : threads) {
      assertThat(ids(saver(), thread(thread))).containsExactly("of " + thread);
    }
    assertThat(root.resolve(".claude/state")).isDirectory();
  }

  @ParameterizedTest
  @ValueSource(strings = {"json", "binary"})
  void a_graph_that_was_interrupted_is_resumed_by_a_new_saver(String kind) throws Exception {
    var serializer = serializer(kind);
    var config = thread("t1");
    Graphs.interrupted(root, serializer).invoke(GraphInput.args(Map.of()), config);
    var before = Graphs.project(root).runs().find(RUN).checkpoint();
    assertThat(before.phases())
        .extracting(phase -> phase.name() + " " + phase.status())
        .containsExactly("research COMPLETE", "write PENDING");

    var second = Graphs.interrupted(root, serializer);
    assertThat(second.stateOf(config).orElseThrow().next()).isEqualTo("write");
    var result = second.invoke(GraphInput.resume(), config).orElseThrow();

    assertThat(messages(result.data())).containsExactly("research", "write");
    assertThat(second.getStateHistory(config)).isEmpty();
    assertThat(Graphs.project(root).runs().find(RUN).checkpoint().finished()).isTrue();
  }

  @Test
  void a_graph_whose_thread_is_not_released_keeps_its_history_and_its_state_can_be_updated()
      throws Exception {
    var serializer = Graphs.json();
    var compile =
        CompileConfig.builder()
            .checkpointSaver(new TidemarkSaver(Graphs.project(root), serializer))
            .releaseThread(false)
            .build();
    var graph = Graphs.twoNodes(serializer).compile(compile);
    graph.invoke(GraphInput.args(Map.of()), thread("t1"));

    assertThat(graph.getStateHistory(thread("t1"))).hasSize(3);
    var last = graph.lastStateOf(thread("t1")).orElseThrow();
    var updated = graph.updateState(last.config(), Map.of("note", "read"));

    var again =
        Graphs.twoNodes(serializer)
            .compile(
                CompileConfig.builder()
                    .checkpointSaver(new TidemarkSaver(Graphs.project(root), serializer))
                    .build());
    assertThat(again.getStateHistory(thread("t1"))).hasSize(3);
    assertThat(again.stateOf(updated).orElseThrow().state().value("note")).contains("read");
    assertThat(again.stateOf(updated).orElseThrow().next()).isEqualTo(StateGraph.END);
  }

  @Test
  void each_checkpoint_is_one_journal_entry_that_names_the_phases_it_moved() {
    var saver = saver();
    saver.put(thread("t1"), checkpoint("a", "__START__", "agent", Map.of()));
    saver.put(thread("t1"), checkpoint("b", "agent", "tools", Map.of()));
    saver.put(thread("t1"), checkpoint("c", "tools", "agent", Map.of()));
    saver.put(thread("t1"), checkpoint("d", "agent", "__END__", Map.of()));
    saver.release(thread("t1"));

    var project = Graphs.project(root);
    var words = new ArrayList<String>();
    for (var entry : project.history().history(RUN)) {
      words.add(entry.events().stream().map(TidemarkSaverTest::text).toList().toString());
    }
    assertThat(words)
        .containsExactly(
            "[workflow.started, phase.queued agent]",
            "[phase.completed agent, phase.queued tools]",
            "[phase.queued agent, phase.completed tools]",
            "[phase.completed agent]",
            "[workflow.completed]");
    assertThat(project.history().verify(RUN)).isEmpty();
    assertThat(project.runs().overview(true).runs()).hasSize(1);
  }

  private static String text(Event event) {
    return switch (event) {
      case Event.PhaseQueued queued -> event.kind().word() + " " + queued.phase();
      case Event.PhaseCompleted completed -> event.kind().word() + " " + completed.phase();
      default -> event.kind().word();
    };
  }

  @Test
  void a_hundred_checkpoints_of_100_kB_are_listed_from_a_document_of_less_than_300_kB()
      throws IOException {
    var saver = saver();
    for (int i = 0; i < 100; i++) {
      var text = ("" + i % 10).repeat(100_000);
      saver.put(
          thread("t1"), checkpoint("c" + i, "n" + i % 3, "n" + (i + 1) % 3, Map.of("x", text)));
    }

    var document = root.resolve(".claude/state/langgraph4j-t1.json");
    assertThat(Files.size(document)).isLessThan(300_000);
    var all = List.copyOf(saver().list(thread("t1")));
    assertThat(all).hasSize(100);
    for (int i = 0; i < 100; i++) {
      var text = ("" + (99 - i) % 10).repeat(100_000);
      assertThat(all.get(i).getState()).isEqualTo(Map.of("x", text));
    }
    var old = RunnableConfig.builder().threadId("t1").checkPointId("c7").build();
    assertThat(saver().get(old).orElseThrow().getNodeId()).isEqualTo("n1");
    var history = Graphs.project(root).history();
    history.prune(history.plan(RUN, 10, Instant.MAX));
    assertThat(saver().list(thread("t1"))).hasSizeBetween(9, 20);
    assertThat(saver().get(old)).isEmpty();
  }

  private static Map<String, Object> large(String letter) {
    return Map.of("x", letter.repeat(100_000));
  }

  @Test
  void an_older_checkpoint_that_is_replaced_keeps_its_new_state_when_others_fill_the_document() {
    var saver = saver();
    var older = saver.put(thread("t1"), checkpoint("a", "n1", "n2", large("a")));
    saver.put(thread("t1"), checkpoint("b", "n2", "n3", large("b")));
    saver.put(thread("t1"), checkpoint("c", "n3", "n4", large("c")));

    saver.put(older, checkpoint("a", "n1", "n2", large("z")));

    assertThat(saver().get(older).orElseThrow().getState()).isEqualTo(large("z"));
    saver.put(thread("t1"), checkpoint("d", "n4", "n5", large("d")));
    saver.put(thread("t1"), checkpoint("e", "n5", "n6", large("e")));
    assertThat(ids(saver(), thread("t1"))).containsExactly("e", "d", "c", "b", "a");
    assertThat(saver().get(older).orElseThrow().getState()).isEqualTo(large("z"));
  }

  @Test
  void a_replaced_older_checkpoint_moves_no_phase() {
    var saver = saver();
    var older = saver.put(thread("t1"), checkpoint("a", "n1", "n2", Map.of()));
    saver.put(thread("t1"), checkpoint("b", "n2", "n3", Map.of()));

    saver.put(older, checkpoint("c", "n1", "n9", Map.of()));

    assertThat(Graphs.project(root).runs().find(RUN).checkpoint().phases())
        .extracting(phase -> phase.name() + " " + phase.status())
        .containsExactly("n1 COMPLETE", "n2 COMPLETE", "n3 PENDING");
  }

  @Test
  void entries_beside_the_document_between_read_and_write_hide_no_older_state() {
    var armed = new AtomicBoolean();
    // The clock is asked between the read and the write of a put.
    InstantSource clock =
        () -> {
          if (armed.getAndSet(false)) {
            var other = Graphs.project(root).checkpoints();
            other.record(RUN, new Event.DocumentSaved(), Actor.tool("other"));
            other.record(RUN, new Event.DocumentSaved(), Actor.tool("other"));
          }
          return Instant.now();
        };
    var saver = new TidemarkSaver(Project.at(root).clock(clock).open(), Graphs.json());
    var first = saver.put(thread("t1"), checkpoint("a", "n1", "n2", large("a")));
    armed.set(true);
    saver.put(first, checkpoint("a", "n1", "n2", large("z")));
    for (var letter : List.of("b", "c", "d")) {
      armed.set(true);
      saver.put(thread("t1"), checkpoint(letter, "n2", "n2", large(letter)));
    }
    assertThat(armed).isFalse();

    var read = saver().list(thread("t1"));

    assertThat(read).extracting(Checkpoint::getId).containsExactly("d", "c", "b", "a");
    assertThat(read)
        .extracting(Checkpoint::getState)
        .containsExactly(large("d"), large("c"), large("b"), large("z"));
  }

  @Test
  void a_state_that_no_document_can_hold_is_refused_and_nothing_is_written() {
    var saver = saver();
    saver.put(thread("t1"), checkpoint("a", "n1", "n2", Map.of()));
    var huge = checkpoint("b", "n2", "n3", Map.of("x", "y".repeat(6_000_000)));

    assertThatThrownBy(() -> saver.put(thread("t1"), huge))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("larger than 5242880 bytes");

    assertThat(ids(saver(), thread("t1"))).containsExactly("a");
  }

  @Test
  void the_policy_for_secrets_applies_to_states_that_are_json() {
    var key = "AKIA" + "IOSFODNN7" + "EXAMPLQ";
    var secret = checkpoint("a", "n1", "n2", Map.of("x", "aws_access_key_id=" + key));
    var refusing = Project.at(root).secrets(SecretPolicy.REFUSE).open();

    assertThatThrownBy(() -> new TidemarkSaver(refusing, Graphs.json()).put(thread("t1"), secret))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("looks like a secret");
    assertThat(saver().list(thread("t1"))).isEmpty();

    var redacting = Project.at(root).secrets(SecretPolicy.REDACT).open();
    new TidemarkSaver(redacting, Graphs.json()).put(thread("t1"), secret);
    assertThat(saver().get(thread("t1")).orElseThrow().getState().toString()).doesNotContain(key);
  }

  @Test
  void savers_that_put_at_the_same_time_lose_no_checkpoint() throws Exception {
    try (var pool = Executors.newFixedThreadPool(4)) {
      var tasks = new ArrayList<Callable<Object>>();
      for (int worker = 0; worker < 4; worker++) {
        int number = worker;
        tasks.add(
            () -> {
              var saver = saver();
              for (int i = 0; i < 15; i++) {
                saver.put(thread("t1"), checkpoint(number + "-" + i, "n1", "n2", Map.of()));
              }
              return number;
            });
      }
      for (var done : pool.invokeAll(tasks)) {
        done.get();
      }
    }

    var expected =
        IntStream.range(0, 60).mapToObj(i -> i / 15 + "-" + i % 15).toArray(String[]::new);
    assertThat(ids(saver(), thread("t1"))).containsExactlyInAnyOrder(expected);
  }

  @Test
  void a_state_of_another_serializer_is_an_error_that_says_so() {
    saver().put(thread("t1"), checkpoint("a", "n1", "n2", Map.of("x", "1")));

    var other = new TidemarkSaver(Graphs.project(root), Graphs.binary());

    assertThatThrownBy(() -> other.get(thread("t1")))
        .hasMessageContaining("saved with another serializer?");
  }

  @Test
  void a_document_that_was_edited_by_hand_is_read_as_it_is_now() throws IOException {
    saver().put(thread("t1"), checkpoint("a", "n1", "n2", Map.of("x", "1")));
    var file = root.resolve(".claude/state/langgraph4j-t1.json");
    Files.writeString(file, Files.readString(file).replace("\"x\": \"1\"", "\"x\": \"2\""));

    assertThat(saver().get(thread("t1")).orElseThrow().getState()).isEqualTo(Map.of("x", "2"));
    saver().put(thread("t1"), checkpoint("b", "n2", "n3", Map.of("x", "y".repeat(150_000))));
    assertThat(file).content().doesNotContain("\"x\": \"2\"");
    assertThat(saver().list(thread("t1")))
        .extracting(Checkpoint::getState)
        .contains(Map.of("x", "2"))
        .hasSize(2);
  }

  @Test
  void without_the_journal_the_states_of_the_document_are_kept() throws IOException {
    for (var letter : List.of("a", "b", "c")) {
      saver().put(thread("t1"), checkpoint(letter, "n1", "n2", large(letter)));
    }
    Files.move(root.resolve(".tidemark"), root.resolve("away"));

    for (var letter : List.of("d", "e")) {
      saver().put(thread("t1"), checkpoint(letter, "n1", "n2", large(letter)));
    }

    assertThat(ids(saver(), thread("t1"))).containsExactly("e", "d", "c");
  }
}
