package dev.tidemark.app.install;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.app.command.session.InputException;
import dev.tidemark.app.hook.event.Agent;
import dev.tidemark.app.hook.event.HookTable;
import dev.tidemark.app.install.edit.FileEdit;
import dev.tidemark.app.install.edit.HookFile;
import dev.tidemark.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// What becomes of an agent's file, whatever was in it.
class InstallPlanTest {
  private static final InstallRecord RECORD = new InstallRecord(Map.of());
  private static final List<String> PROGRAM = List.of("/opt/tidemark/bin/tidemark");
  private static final Set<InstallPart> ALL = EnumSet.allOf(InstallPart.class);

  private static final String FOREIGN =
      """
      {
        // mine
        "model": "best",
        "hooks": {
          "PreToolUse": [ {"matcher":"Bash", "hooks": [{"type":"command","command":"guard.sh"}]} ],
          "Notification": []
        },
        "unknown": [1.0, 1e2]
      }
      """;

  @TempDir private Path temp;

  @ParameterizedTest
  @EnumSource(Agent.class)
  void installing_twice_is_installing_once_and_uninstalling_leaves_nothing(Agent agent)
      throws IOException {
    var hookFile = HookFile.project(agent, temp);
    var first = plan(hookFile).edit(true, ALL);
    assertThat(first.effect()).isEqualTo(FileEdit.Effect.CREATED);
    first.make();

    assertThat(plan(hookFile).edit(true, ALL).effect()).isEqualTo(FileEdit.Effect.UNCHANGED);
    var out = plan(hookFile).edit(false, ALL);
    assertThat(out.effect()).isEqualTo(FileEdit.Effect.REMOVED);
    out.make();
    out.finish();

    assertThat(hookFile.file()).doesNotExist();
    try (var left = Files.list(hookFile.file().getParent())) {
      assertThat(left).isEmpty();
    }
    assertThat(plan(hookFile).edit(false, ALL).effect()).isEqualTo(FileEdit.Effect.UNCHANGED);
  }

  @Test
  void what_others_wrote_stays_and_comes_back_byte_for_byte() throws IOException {
    var hookFile = HookFile.project(Agent.CLAUDE_CODE, temp);
    write(hookFile, FOREIGN);

    var in = plan(hookFile).edit(true, ALL);
    in.make();

    var text = Files.readString(hookFile.file());
    assertThat(text).contains("// mine", "guard.sh", "[1.0, 1e2]", "\"Notification\": []");
    assertThat(text).contains("|| /opt/tidemark/bin/tidemark hook claude-code PreToolUse\"");
    plan(hookFile).edit(false, ALL).make();
    assertThat(Files.readString(hookFile.file())).isEqualTo(FOREIGN);
  }

  @Test
  void every_event_of_the_table_has_one_entry_with_a_time_limit() throws IOException {
    for (var agent : EnumSet.complementOf(EnumSet.of(Agent.OPENCODE))) {
      var settings =
          InstallPlan.settings(temp, plan(HookFile.project(agent, temp)).edit(true, ALL).after());
      var found = new HookEntries(agent, PROGRAM).ourEntries(settings);
      assertThat(found).extracting(HookEntries.Entry::hook).isEqualTo(HookTable.of(agent));
      for (var hook : HookTable.of(agent)) {
        var entry = (JsonObject) settings.object("hooks").array(hook.event()).get(0);
        var handler = agent == Agent.CURSOR ? entry : (JsonObject) entry.array("hooks").get(0);
        long unit = agent == Agent.GEMINI ? 1000 : 1;
        assertThat(handler.number("timeout").isWhole(hook.seconds() * unit)).isTrue();
      }
    }
  }

  @Test
  void a_program_that_has_moved_replaces_itself() throws IOException {
    var hookFile = HookFile.project(Agent.GEMINI, temp);
    new InstallPlan(hookFile, List.of("/old place/tidemark"), null, RECORD).edit(true, ALL).make();
    assertThat(Files.readString(hookFile.file())).contains("'/old place/tidemark' hook gemini");

    plan(hookFile).edit(true, ALL).make();

    assertThat(Files.readString(hookFile.file())).doesNotContain("/old place");
    var settings = InstallPlan.settings(temp, Files.readString(hookFile.file()));
    assertThat(new HookEntries(Agent.GEMINI, PROGRAM).ourEntries(settings))
        .hasSameSizeAs(HookTable.of(Agent.GEMINI));
  }

  @Test
  void a_status_line_is_chained_and_given_back() throws IOException {
    var hookFile = HookFile.project(Agent.CLAUDE_CODE, temp);
    var before =
        "{\"statusLine\":{\"type\":\"command\",\"command\":\"echo 'a  b' | cat\",\"padding\":0}}";
    write(hookFile, before);

    plan(hookFile).edit(true, ALL).make();

    var line = StatusEntry.command(InstallPlan.settings(temp, Files.readString(hookFile.file())));
    assertThat(line)
        .isEqualTo("/opt/tidemark/bin/tidemark statusline --then 'echo '\\''a  b'\\'' | cat'");
    assertThat(plan(hookFile).edit(true, ALL).effect()).isEqualTo(FileEdit.Effect.UNCHANGED);
    plan(hookFile).edit(false, ALL).make();
    assertThat(Files.readString(hookFile.file())).isEqualTo(before);
  }

  @Test
  void a_status_line_of_the_user_is_not_hidden_by_that_of_a_project() throws IOException {
    var hookFile = HookFile.project(Agent.CLAUDE_CODE, temp);

    new InstallPlan(hookFile, PROGRAM, "ccline", RECORD).edit(true, ALL).make();

    assertThat(Files.readString(hookFile.file())).contains("statusline --then ccline");
    new InstallPlan(hookFile, PROGRAM, "ccline", RECORD).edit(false, ALL).make();
    assertThat(hookFile.file()).doesNotExist();
  }

  @Test
  void one_part_can_be_put_in_without_the_other() throws IOException {
    var hookFile = HookFile.project(Agent.CLAUDE_CODE, temp);

    var hooks = plan(hookFile).edit(true, EnumSet.of(InstallPart.HOOKS)).after();
    var status = plan(hookFile).edit(true, EnumSet.of(InstallPart.STATUSLINE)).after();

    assertThat(hooks).contains("SessionStart").doesNotContain("statusLine");
    assertThat(status).contains("statusLine").doesNotContain("SessionStart");
  }

  @Test
  void a_file_that_is_not_what_it_should_be_is_left_alone() throws IOException {
    var hookFile = HookFile.project(Agent.CODEX, temp);
    for (var text : new String[] {"{", "[]", "{\"a\": 1,}", "// Codex reads no comments\n{}"}) {
      write(hookFile, text);
      assertThatThrownBy(() -> plan(hookFile).edit(true, ALL)).isInstanceOf(InputException.class);
      assertThat(Files.readString(hookFile.file())).isEqualTo(text);
    }
    var plugin = HookFile.project(Agent.OPENCODE, temp);
    write(plugin, "export const Other = async () => ({})\n");
    assertThatThrownBy(() -> plan(plugin).edit(true, ALL)).isInstanceOf(InputException.class);
  }

  @Test
  void a_link_stays_a_link_and_modes_stay() throws IOException {
    var hookFile = HookFile.project(Agent.CURSOR, temp);
    var real = temp.resolve("dotfiles.json");
    Files.writeString(real, "{}");
    Files.createDirectories(hookFile.file().getParent());
    Files.createSymbolicLink(hookFile.file(), real);
    var modes = java.nio.file.attribute.PosixFilePermissions.fromString("rw-------");
    Files.setPosixFilePermissions(real, modes);

    plan(hookFile).edit(true, ALL).make();

    assertThat(hookFile.file()).isSymbolicLink();
    assertThat(Files.readString(real)).contains("sessionStart", "\"version\": 1");
    assertThat(Files.getPosixFilePermissions(real)).isEqualTo(modes);
  }

  @Test
  void a_file_that_somebody_changes_meanwhile_is_not_overwritten() throws IOException {
    var hookFile = HookFile.project(Agent.GEMINI, temp);
    write(hookFile, "{}");
    var edit = plan(hookFile).edit(true, ALL);
    write(hookFile, "{\"theirs\":1}");

    assertThatThrownBy(edit::make).isInstanceOf(IOException.class).hasMessageContaining("just now");
    assertThat(Files.readString(hookFile.file())).isEqualTo("{\"theirs\":1}");
  }

  private static InstallPlan plan(HookFile hookFile) {
    return new InstallPlan(hookFile, PROGRAM, null, RECORD);
  }

  private static void write(HookFile hookFile, String text) throws IOException {
    Files.createDirectories(hookFile.file().getParent());
    Files.writeString(hookFile.file(), text);
  }
}
