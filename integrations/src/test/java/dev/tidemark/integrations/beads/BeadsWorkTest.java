package dev.tidemark.integrations.beads;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.testkit.Proves;
import dev.tidemark.workflow.fact.WorkItem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Proves("R-000-24")
class BeadsWorkTest {
  private static final String ISSUES =
      """
      {"id":"a","title":"First","status":"open","priority":2,"created_at":"2026-01-02"}
      {"id":"b","title":"Second","status":"open","priority":0}
      {"id":"c","title":"Third","status":"open","priority":0,\
      "dependencies":[{"type":"blocks","depends_on_id":"a"}]}
      {"id":"d","title":"Fourth","status":"closed"}
      """;

  @TempDir private Path root;
  @TempDir private Path programs;

  private BeadsWork fromFile() {
    return new BeadsWork(root, Map.of());
  }

  private void file(String text) throws IOException {
    Files.createDirectories(root.resolve(".beads"));
    Files.writeString(root.resolve(".beads/issues.jsonl"), text);
  }

  /// Puts a program called bd on the path of the environment that is returned.
  private Map<String, String> program(String script) throws IOException {
    var folder = Files.createDirectories(programs.resolve("bin"));
    var file = Files.writeString(folder.resolve("bd"), "#!/bin/sh\n" + script + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    return Map.of("PATH", folder + ":/usr/bin:/bin");
  }

  private static List<String> ids(BeadsWork work) {
    return work.ready().orElse(Optional.empty()).orElseThrow().stream().map(WorkItem::id).toList();
  }

  @Test
  @Proves({"R-000-23", "X-21", "A-10"})
  void a_project_without_the_tracker_has_no_ready_work() throws IOException {
    assertThat(fromFile().ready().orElse(Optional.of(List.of()))).isEmpty();

    Files.createDirectories(root.resolve(".beads"));
    assertThat(fromFile().ready().orElse(Optional.of(List.of()))).isEmpty();
  }

  @Test
  void open_issues_that_nothing_blocks_are_ready_the_most_urgent_first() throws IOException {
    file(ISSUES);

    assertThat(fromFile().ready().orElse(Optional.empty()))
        .contains(List.of(new WorkItem("b", "Second", 0), new WorkItem("a", "First", 2)));
    assertThat(fromFile().ready().reason()).isEmpty();
  }

  @Test
  void equally_urgent_issues_come_by_age_and_then_by_id() throws IOException {
    file(
        """
        {"id":"z","status":"open","priority":1,"created_at":"2026-01-02"}
        {"id":"y","status":"open","priority":1,"created_at":"2026-01-02"}
        {"id":"x","status":"open","priority":1,"created_at":"2026-01-03"}
        {"id":"w","status":"open","priority":1,"created_at":"2026-01-01"}
        """);

    assertThat(ids(fromFile())).containsExactly("w", "y", "z", "x");
  }

  @Test
  void a_closed_blocker_and_one_of_another_kind_block_nothing() throws IOException {
    file(
        """
        {"id":"a","status":"open","dependencies":[{"type":"blocks","depends_on_id":"d"}]}
        {"id":"b","status":"open","dependencies":[{"type":"related","depends_on_id":"a"}]}
        {"id":"d","status":"closed"}
        """);

    assertThat(ids(fromFile())).containsExactly("a", "b");
  }

  @Test
  void lines_that_are_no_issues_are_passed_over_and_counted() throws IOException {
    file("{broken\n" + ISSUES + "[]\n{\"title\":\"no id\"}\n\n");

    assertThat(ids(fromFile())).containsExactly("b", "a");
    assertThat(fromFile().ready().reason()).contains("3 lines");
  }

  @Test
  void what_is_no_text_is_unknown() throws IOException {
    file("");
    Files.write(root.resolve(".beads/issues.jsonl"), new byte[] {(byte) 0xff});

    assertThat(fromFile().ready().isKnown()).isFalse();
  }

  @Test
  void the_program_says_it_as_a_list_or_as_data() throws IOException {
    file(ISSUES);
    var list = "[{\"id\":\"p\",\"title\":\"By bd\",\"priority\":1}]";

    assertThat(ids(new BeadsWork(root, program("echo '" + list + "'")))).containsExactly("p");
    assertThat(ids(new BeadsWork(root, program("echo '{\"data\":" + list + "}'"))))
        .containsExactly("p");
    assertThat(ids(new BeadsWork(root, program("test \"$1 $2\" = 'ready --json' && echo '[]'"))))
        .isEmpty();
  }

  @Test
  void a_program_that_fails_babbles_or_hangs_leaves_it_to_the_file() throws IOException {
    file(ISSUES);

    assertThat(ids(new BeadsWork(root, program("echo '[]'; exit 1")))).containsExactly("b", "a");
    assertThat(ids(new BeadsWork(root, program("echo no json")))).containsExactly("b", "a");
    assertThat(ids(new BeadsWork(root, program("exec sleep 60"), 200))).containsExactly("b", "a");
  }
}
