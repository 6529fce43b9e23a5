package dev.tidemark.stores.file.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.stores.file.io.AtomicFile.Durability;
import dev.tidemark.stores.file.io.StorageIo.Access;
import dev.tidemark.stores.file.io.WatchedIo.Step;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class AtomicFileTest {
  private static final byte[] NEW = {'n', 'e', 'w'};

  @TempDir Path folder;

  private final List<String> steps = new ArrayList<>();

  private final StorageIo io =
      new WatchedIo(new DiskIo(), (step, path) -> steps.add(step + " " + path.getFileName()));

  private Path file() throws IOException {
    return Files.writeString(folder.resolve("FORMAT"), "old");
  }

  private List<String> names() {
    return List.of(folder.toFile().list());
  }

  @Test
  void durable_replacement_syncs_the_content_before_the_rename_and_the_folder_after_it()
      throws IOException {
    var file = file();

    new AtomicFile(io, file, "a1").replace(NEW, Access.PRIVATE, Durability.DURABLE);

    assertThat(file).hasContent("new");
    var temp = ".FORMAT.a1.tidemark-tmp";
    assertThat(steps)
        .containsExactly(
            "CREATE " + temp,
            "WRITE " + temp,
            "FORCE " + temp,
            "RENAME " + temp,
            "FORCE_DIR " + folder.getFileName());
  }

  @Test
  void replacement_that_is_not_durable_syncs_nothing() throws IOException {
    new AtomicFile(io, file(), "a1").replace(NEW, Access.PRIVATE, Durability.REPLACE_ONLY);

    assertThat(steps)
        .extracting(step -> step.split(" ")[0])
        .containsExactly("CREATE", "WRITE", "RENAME");
  }

  @Test
  void only_writer_overwrites_the_temporary_file_of_a_killed_one() throws IOException {
    var file = file();
    var replacement = new AtomicFile(io, file);
    replacement.create(Access.PRIVATE).close();

    replacement.replace(NEW, Access.PRIVATE, Durability.DURABLE);

    assertThat(file).hasContent("new");
    assertThat(names()).containsExactly("FORMAT");
  }

  @Test
  void one_of_several_writers_refuses_a_temporary_file_that_exists() throws IOException {
    var replacement = new AtomicFile(io, file(), "a1");
    Files.createSymbolicLink(replacement.temp(), folder.resolve("elsewhere"));

    assertThatThrownBy(() -> replacement.create(Access.PRIVATE)).isInstanceOf(IOException.class);

    assertThat(folder.resolve("elsewhere")).doesNotExist();
  }

  @ParameterizedTest
  @EnumSource(
      value = Step.class,
      names = {"CREATE", "WRITE", "COPY_MODE", "FORCE", "RENAME"})
  void failure_before_the_rename_leaves_the_old_content_and_no_temporary_file(Step failing)
      throws IOException {
    var file = file();
    var full =
        new WatchedIo(
            new DiskIo(),
            (step, path) -> {
              if (step == failing) {
                throw new IOException("No space left on device");
              }
            });

    assertThatThrownBy(
            () ->
                new AtomicFile(full, file, "a1")
                    .replace(NEW, Access.SHARED, file, Durability.DURABLE))
        .hasMessage("No space left on device");

    assertThat(file).hasContent("old");
    assertThat(names()).containsExactly("FORMAT");
  }

  @Test
  void name_of_a_temporary_file_leads_to_its_target() {
    var temp = AtomicFile.temp(folder.resolve("design-auth.json"), "a1");
    var name = String.valueOf(temp.getFileName());

    assertThat(AtomicFile.targetOf(name)).isEqualTo("design-auth.json");
    assertThat(AtomicFile.isTempOf(name, "design-auth.json")).isTrue();
    assertThat(AtomicFile.isTempOf(name, "design-auth")).isFalse();
    assertThat(AtomicFile.isTempOf(name, "auth.json")).isFalse();
    assertThat(AtomicFile.targetOf("design-auth.json.a1.tidemark-tmp")).isNull();
    assertThat(AtomicFile.targetOf(".tidemark-tmp")).isNull();
  }

  @Test
  void temporary_files_of_the_first_version_are_recognised() {
    assertThat(AtomicFile.isOwnTemp("state.5f.tmp")).isTrue();
    assertThat(AtomicFile.isOwnTempOf("refusal.json.tmp", "refusal.json")).isTrue();
    assertThat(AtomicFile.isOwnTempOf("refusal.json", "refusal.json")).isFalse();
    assertThat(AtomicFile.isJournalTemp("000001.jsonl.pruned")).isTrue();
    assertThat(AtomicFile.isJournalTemp("000001.jsonl")).isFalse();
  }

  @Test
  void move_syncs_both_folders() throws IOException {
    var to = Files.createDirectory(folder.resolve("moved")).resolve("FORMAT");

    AtomicFile.move(io, file(), to);

    assertThat(to).hasContent("old");
    assertThat(steps)
        .containsExactly("RENAME FORMAT", "FORCE_DIR moved", "FORCE_DIR " + folder.getFileName());
  }
}
