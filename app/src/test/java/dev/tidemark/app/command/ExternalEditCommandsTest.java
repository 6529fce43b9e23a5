package dev.tidemark.app.command;

import static dev.tidemark.app.main.Protocol.FLOW;
import static dev.tidemark.app.main.Protocol.ITEM;
import static dev.tidemark.app.main.Protocol.PHASE;
import static dev.tidemark.app.main.Protocol.STATE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.of;

import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.app.main.Protocol;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/// What people and other tools change between two calls, as the history tells it.
class ExternalEditCommandsTest {
  @TempDir private Path temp;
  private CommandLineHarness tidemark;

  @BeforeEach
  void prepare() {
    tidemark = Protocol.all(temp).after("adopt");
  }

  private void edit(Protocol protocol, String from, String to) throws IOException {
    var file = tidemark.scratch().root().resolve(protocol.path());
    var text = Files.readString(file);
    assertThat(text).contains(from);
    Files.writeString(file, text.replace(from, to));
  }

  private String newest(Protocol protocol) {
    return tidemark.run("history --run " + protocol.run()).lines().getLast();
  }

  private JsonObject edit(Protocol protocol) {
    var json = tidemark.run("history --limit 1 --json --run " + protocol.run()).json();
    var entry = (JsonObject) Objects.requireNonNull(json.array("entries")).get(0);
    return Objects.requireNonNull(entry.object("edit"));
  }

  static Stream<Arguments> edits() {
    return Stream.of(
        of(STATE, "\"complete\"", "\"failed\"", "research failed (was complete); 1 line added"),
        of(STATE, "\"validation\"", "\"tests\"", "phase validation removed (was pending);"),
        of(STATE, "patterns...", "patterns.", "summary of research changed; 1 line added"),
        of(STATE, "lib/token-counter.cjs", "t.cjs", "; .claude/scripts/t.cjs named as created"),
        of(STATE, "T002", "T003", "state.current_task T003 (was T002); 1 line added, 1 line"),
        of(STATE, "\"version\": 1,", "\"version\":  1,", "nothing that is read here; 1 line"),
        of(PHASE, ": 4-review", ": 5-finalize", "4-review skipped (was pending); next_phase"),
        of(PHASE, "feature/data-import", "main", "branch main (was feature/data-import); 1 line"),
        of(PHASE, "chunked upload", "one upload", "summary of 3-build changed; 1 line added"),
        of(PHASE, "- [ ] UTF", "- [ ] New\n- [ ] UTF", "Open Items added: [ ] New; 1 line added"),
        of(FLOW, "\"in_progress\"", "\"failed\"", "ARCHITECTURE failed (was in_progress); under"),
        of(FLOW, ":\"ARCHITECTURE\"", ":\"VERIFICATION\"", "current_phase VERIFICATION (was ARCH"),
        of(FLOW, "demand.json", "x.json", "memory/reports/demand.json no longer named; memory/rep"),
        of(FLOW, "10:51:40.900Z", "10:52:40.900Z", "approval of REQUIREMENTS 2026-11-20T10:52:40"),
        of(
            ITEM,
            "in_progress | \u2014",
            "done | 2026-03-01T00:00:00Z",
            "Product Analysis complete"),
        of(ITEM, "- [ ] Draft", "- [x] Draft", "task Draft market positioning summary done (was"),
        of(ITEM, "ADR-005 and", "ADR-006 and", "no longer decided: Synced with hub decisions"),
        of(
            ITEM,
            "- Stack:",
            "- Stacks:",
            "key context Stacks: Node.js + React (from stack.md) (was"));
  }

  @ParameterizedTest
  @MethodSource("edits")
  void an_edit_is_told_by_what_it_means(Protocol protocol, String from, String to, String told)
      throws IOException {
    edit(protocol, from, to);

    tidemark.after("adopt");

    assertThat(newest(protocol)).contains("  outside  edited outside Tidemark: ").contains(told);
  }

  @ParameterizedTest
  @EnumSource
  void an_edit_is_noticed_kept_and_recorded_by_the_next_change(Protocol protocol)
      throws IOException {
    edit(protocol, marked(protocol), marked(protocol) + " by hand");
    var run = " --run " + protocol.run();

    var status = tidemark.run("status" + run);
    var before = tidemark.run("history" + run);
    var change = tidemark.run(protocol.change());

    assertThat(status.err()).contains(protocol.path() + " was changed outside Tidemark");
    assertThat(before.err()).doesNotContain("outside Tidemark");
    assertThat(before.lines().getLast()).startsWith("not recorded yet: edited outside Tidemark: ");
    assertThat(tidemark.run("show --raw" + run).out()).contains(marked(protocol) + " by hand");
    assertThat(change.exit()).as(change.toString()).isZero();
    assertThat(tidemark.run("history" + run).lines())
        .filteredOn(line -> line.contains("edited outside Tidemark: "))
        .singleElement()
        .asString()
        .contains("1 line added, 1 line removed");
    assertThat(tidemark.run("status" + run).err()).doesNotContain("outside Tidemark");
  }

  private static String marked(Protocol protocol) {
    return switch (protocol) {
      case FLOW -> "wf-20261120-101500-3fa9";
      case STATE -> "Analyzed existing codebase patterns...";
      case PHASE -> "47 tests passing (unit + integration)";
      case ITEM -> "Scope confirmed: notifications for orders only, not marketing";
    };
  }

  @ParameterizedTest
  @EnumSource
  void an_edit_that_goes_back_tells_what_went_with_it(Protocol protocol) throws IOException {
    tidemark.after(protocol.change());
    edit(protocol, marked(protocol), marked(protocol) + " by hand");
    tidemark.after("adopt");
    tidemark.scratch().write(protocol.path(), protocol.document());

    tidemark.after("adopt");

    assertThat(newest(protocol))
        .contains("  outside  put back outside Tidemark to entry ", " removed");
    assertThat(edit(protocol).string("kind")).isEqualTo("changed");
    assertThat(tidemark.run("show --raw --run " + protocol.run()).out())
        .isEqualTo(protocol.document());
  }

  @Test
  void programs_are_told_everything() throws IOException {
    edit(ITEM, "| 3 | Technical Routing | pending", "| 3 | Routing | in_progress");

    var pending = tidemark.run("history --json --run " + ITEM.run()).json().object("unrecorded");
    tidemark.after("adopt");

    assertThat(edit(ITEM)).isEqualTo(pending);
    assertThat(JsonText.compact(edit(ITEM)))
        .contains(
            "{\"kind\":\"changed\",\"changes\":[",
            "{\"what\":\"phase\",\"name\":\"Technical Routing\",\"before\":\"pending\","
                + "\"after\":null}",
            "{\"what\":\"phase\",\"name\":\"Routing\",\"before\":null,"
                + "\"after\":\"in_progress\"}",
            "\"lines_added\":1,\"lines_removed\":1}");
  }

  @Test
  void damage_and_its_cure_by_hand_are_told_as_such() {
    tidemark.scratch().write(STATE.path(), "{");
    assertThat(tidemark.run("history --run " + STATE.run()).lines().getLast())
        .contains("unreadable since then: line 1");
    tidemark.after(STATE.change());
    tidemark.scratch().write(STATE.path(), "{");
    tidemark.after("restore --run " + STATE.run());

    assertThat(tidemark.run("history --run " + STATE.run()).out())
        .contains("edited outside Tidemark: unreadable since then: line 1");
  }

  @Test
  void a_removal_and_what_comes_after_it_are_told() throws IOException {
    var file = tidemark.scratch().root().resolve(PHASE.path());
    Files.delete(file);
    assertThat(newest(PHASE)).isEqualTo("not recorded yet: edited outside Tidemark: removed");
    tidemark.after("start " + PHASE.run() + " --fresh");
    assertThat(tidemark.run("history --run " + PHASE.run()).out())
        .contains("  outside  removed outside Tidemark");

    tidemark.scratch().write(PHASE.path(), PHASE.document().replace("47", "48"));
    tidemark.after("adopt");

    assertThat(newest(PHASE)).endsWith("edited outside Tidemark: put here, 53 lines added");
  }

  @Test
  void many_differences_are_counted_not_listed() throws IOException {
    edit(ITEM, "| pending |", "| done |");
    edit(ITEM, "- [ ] ", "- [x] ");
    edit(ITEM, "EPIC-001-notifications", "EPIC-001");
    edit(ITEM, "- Branch: `feat", "- Branch: `fix");
    tidemark.after("adopt");

    assertThat(newest(ITEM)).contains("; and 1 more; 7 lines added, 7 lines removed");
  }
}
