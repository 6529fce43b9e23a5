package dev.tidemark.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.langchain4j.agentic.agent.AgentInvocationException;
import dev.langchain4j.agentic.scope.AgenticScopeKey;
import dev.langchain4j.agentic.scope.AgenticScopePersister;
import dev.langchain4j.agentic.scope.AgenticScopeRegistry;
import dev.langchain4j.agentic.scope.DefaultAgenticScope;
import dev.tidemark.history.Event;
import dev.tidemark.library.Project;
import dev.tidemark.store.StoreException.ConflictException;
import dev.tidemark.workflow.policy.SecretPolicy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Contract of `AgenticScopeStore`, as its documentation has it, with real agents and a scripted
/// model; and the runs that Tidemark shows of them.
class TidemarkScopeStoreTest {
  @TempDir private Path root;

  private Project project() {
    return Project.at(root).open();
  }

  private TidemarkScopeStore store() {
    return new TidemarkScopeStore(project());
  }

  /// A new store and a new registry, as in a new process.
  private AgenticScopeRegistry registry() {
    AgenticScopePersister.setStore(store());
    return new AgenticScopeRegistry("agent");
  }

  private static AgenticScopeKey key(Object memory) {
    return new AgenticScopeKey("agent", memory);
  }

  @BeforeEach
  @AfterEach
  void no_store() {
    AgenticScopePersister.setStore(null);
  }

  @Test
  void a_saved_scope_is_loaded_by_a_new_store_with_its_state() {
    var registry = registry();
    var scope = registry.create("m1");
    scope.writeState("text", "a \"b\" \n 日本");
    scope.writeState("number", 42);
    scope.checkpoint(registry);

    var loaded = store().load(key("m1")).orElseThrow();

    assertThat(loaded.memoryId()).isEqualTo("m1");
    assertThat(loaded.readState("text")).isEqualTo("a \"b\" \n 日本");
    assertThat(loaded.readState("number")).isEqualTo(42);
  }

  @Test
  void an_unknown_scope_is_empty_and_not_deleted() {
    assertThat(store().load(key("m1"))).isEmpty();
    assertThat(store().delete(key("m1"))).isFalse();
    assertThat(store().getAllKeys()).isEmpty();
    assertThat(root).isEmptyDirectory();
  }

  @Test
  void a_save_updates_the_scope_that_there_is() {
    var store = store();
    AgenticScopePersister.setStore(store);
    var registry = new AgenticScopeRegistry("agent");
    var scope = registry.create("m1");
    scope.writeState("x", "1");
    assertThat(store.save(key("m1"), scope)).isTrue();
    var other = store.load(key("m1")).orElseThrow();
    other.writeState("x", "2");

    assertThat(store.save(key("m1"), other)).isTrue();

    assertThat(store().load(key("m1")).orElseThrow().readState("x")).isEqualTo("2");
    assertThat(store().getAllKeys()).containsExactly(key("m1"));
  }

  @Test
  void a_deleted_scope_is_gone_from_the_document_and_can_be_made_again() throws Exception {
    var registry = registry();
    registry.create("m1").writeState("x", "private");
    registry.get("m1").checkpoint(registry);

    assertThat(registry.evict("m1", null)).isTrue();

    assertThat(store().load(key("m1"))).isEmpty();
    assertThat(store().delete(key("m1"))).isFalse();
    assertThat(store().getAllKeys()).isEmpty();
    try (var files = Files.list(root.resolve(".claude/state"))) {
      assertThat(files)
          .hasSize(1)
          .allSatisfy(file -> assertThat(file).content().doesNotContain("private"));
    }
    registry.create("m1");
    assertThat(store().getAllKeys()).containsExactly(key("m1"));
  }

  @Test
  void keys_of_any_kind_are_separate_and_are_listed_with_their_types() {
    var uuid = UUID.randomUUID();
    var keys =
        new Object[] {
          "42", 42, 42L, uuid, uuid.toString(), "a/b", "a%2Fb", "//java.lang.Long/42", ""
        };
    var registry = registry();
    for (var memory : keys) {
      registry.create(memory).writeState("of", memory.getClass() + " " + memory);
      registry.get(memory).checkpoint(registry);
    }

    assertThat(store().getAllKeys())
        .extracting(AgenticScopeKey::memoryId)
        .containsExactlyInAnyOrder(keys);
    for (var memory : keys) {
      assertThat(store().load(key(memory)).orElseThrow().readState("of"))
          .isEqualTo(memory.getClass() + " " + memory);
    }
    assertThatThrownBy(() -> store().load(key(new Object())))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("must be a string, a number or a UUID");
  }

  @Test
  void agents_that_failed_go_on_in_a_new_process_where_they_stopped() {
    AgenticScopePersister.setStore(store());
    var broken = new Agents.Script("Write");
    var first = Agents.report(broken);
    assertThatThrownBy(() -> first.report("m1", "tides"))
        .isInstanceOf(AgentInvocationException.class);
    assertThat(broken.asked).hasSize(2);

    AgenticScopePersister.setStore(store());
    var working = new Agents.Script("");
    var text = Agents.report(working).report("m1", "tides");

    assertThat(text).isEqualTo("<Write about <Research tides>>");
    assertThat(working.asked).containsExactly("Write about <Research tides>");
    var run = project().runs().overview(true).runs().getFirst().id();
    assertThat(project().runs().find(run).checkpoint().phases())
        .extracting(phase -> phase.name() + " " + phase.status())
        .containsExactly("researcher COMPLETE", "writer COMPLETE");
    var words = new ArrayList<String>();
    for (var entry : project().history().history(run)) {
      entry.events().forEach(event -> words.add(event.kind().word()));
    }
    assertThat(words)
        .contains(Event.Kind.WORKFLOW_STARTED.word(), Event.Kind.PHASE_COMPLETED.word());
    assertThat(project().history().verify(run)).isEmpty();
  }

  @Test
  void a_scope_that_another_process_has_saved_since_is_not_overwritten() {
    var registry = registry();
    var ours = registry.create("m1");
    var theirs = store();
    var loaded = theirs.load(key("m1")).orElseThrow();
    loaded.writeState("x", "theirs");
    theirs.save(key("m1"), loaded);

    ours.writeState("x", "ours");
    assertThatThrownBy(() -> ours.checkpoint(registry))
        .isInstanceOf(ConflictException.class)
        .hasMessageContaining("has changed in the meantime; nothing was written");

    assertThat(store().load(key("m1")).orElseThrow().readState("x")).isEqualTo("theirs");
  }

  @Test
  void a_scope_that_two_processes_make_at_once_is_made_by_one() {
    var registry = registry();
    var other = store();
    registry.create("m1");
    var loaded = store().load(key("m1")).orElseThrow();

    assertThatThrownBy(() -> other.save(key("m1"), loaded)).isInstanceOf(ConflictException.class);
  }

  @Test
  void a_scope_that_another_process_has_deleted_is_not_saved() {
    var registry = registry();
    var ours = registry.create("m1");
    store().delete(key("m1"));

    assertThatThrownBy(() -> ours.checkpoint(registry)).isInstanceOf(ConflictException.class);
  }

  @Test
  void of_two_threads_that_make_the_same_memory_one_is_refused() {
    var registry = registry();
    var first = registry.create("m1");
    first.writeState("x", "first");
    first.checkpoint(registry);

    assertThatThrownBy(() -> registry.create("m1")).isInstanceOf(ConflictException.class);

    assertThat(store().load(key("m1")).orElseThrow().readState("x")).isEqualTo("first");
  }

  @Test
  void a_memory_that_another_process_has_deleted_can_be_made_again() {
    var store = store();
    AgenticScopePersister.setStore(store);
    new AgenticScopeRegistry("agent").create("m1");
    store().delete(key("m1"));

    var registry = new AgenticScopeRegistry("agent");
    assertThat(registry.get("m1")).isNull();
    registry.create("m1").writeState("x", "again");
    registry.get("m1").checkpoint(registry);

    assertThat(store().load(key("m1")).orElseThrow().readState("x")).isEqualTo("again");
  }

  @Test
  void after_a_conflict_agents_that_are_built_anew_go_on_with_what_the_other_process_saved() {
    AgenticScopePersister.setStore(store());
    var script = new Agents.Script("");
    var ours = Agents.report(script);
    ours.report("m1", "tides");
    var key = store().getAllKeys().iterator().next();
    var other = store();
    var theirs = other.load(key).orElseThrow();
    theirs.writeState("note", "theirs");
    other.save(key, theirs);

    // The registry of these agents keeps the older scope.
    assertThatThrownBy(() -> ours.report("m1", "waves")).hasStackTraceContaining("ConflictEx");
    assertThatThrownBy(() -> ours.report("m1", "waves")).hasStackTraceContaining("ConflictEx");
    var anew = Agents.report(script);
    anew.report("m1", "waves");

    var saved = store().load(key).orElseThrow();
    assertThat(saved.readState("note")).isEqualTo("theirs");
    assertThat(saved.readState("topic")).isEqualTo("waves");
    assertThat(ours.evictAgenticScope("m1")).isTrue();
    assertThat(store().load(key)).isEmpty();
  }

  @Test
  void an_ephemeral_scope_is_not_saved() {
    var registry = registry();

    registry.createEphemeralAgenticScope();
    assertThat(store().save(key("m1"), DefaultAgenticScope.ephemeralAgenticScope())).isTrue();

    assertThat(root).isEmptyDirectory();
  }

  @Test
  void a_scope_that_is_too_large_or_has_a_secret_is_refused() {
    var registry = registry();
    var scope = registry.create("m1");
    scope.writeState("x", "y".repeat(6_000_000));
    assertThatThrownBy(() -> scope.checkpoint(registry))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("larger than 5242880 bytes");

    var refusing = new TidemarkScopeStore(Project.at(root).secrets(SecretPolicy.REFUSE).open());
    var loaded = refusing.load(key("m1")).orElseThrow();
    loaded.writeState("x", "aws_access_key_id=AKIA" + "IOSFODNN7" + "EXAMPLQ");
    assertThatThrownBy(() -> refusing.save(key("m1"), loaded))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("looks like a secret");
    assertThat(store().load(key("m1")).orElseThrow().hasState("x")).isFalse();
  }
}
