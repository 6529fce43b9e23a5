package dev.tidemark.app.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import dev.tidemark.testkit.Proves;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Proves("R-USR-17")
final class YamlCacheTest {
  private static final FileTime LONG_AGO = FileTime.from(Instant.parse("2026-01-01T00:00:00Z"));

  @TempDir Path root;
  private Path file;
  private Path folder;
  private final List<String> parsed = new ArrayList<>();

  @BeforeEach
  void makeProject() throws IOException {
    Files.createDirectory(root.resolve(".tidemark"));
    file = root.resolve(".tidemark/config.yaml");
    folder = root.resolve(".tidemark/cache");
  }

  @Test
  void an_absent_file_is_nothing() {
    assertThat(read()).isNull();
    assertThat(folder).doesNotExist();
  }

  @Test
  void an_unchanged_file_is_parsed_once() throws IOException {
    write("{\"a\": [1.0, null, \"ä\\u2028\"]}", LONG_AGO);

    assertThat(read()).isEqualTo(read()).isEqualTo(JsonText.parse(Files.readString(file)));
    assertThat(parsed).containsExactly(".tidemark/config.yaml");
  }

  @Test
  void what_a_long_process_remembers_is_that_version_of_the_file_only() throws IOException {
    var memory = new ConcurrentHashMap<String, JsonObject>();
    var cache = cache(memory);
    write("{\"a\": 1}", LONG_AGO);
    var first = cache.read(file);
    cache.read(file);
    for (var entry : entries()) {
      Files.delete(entry);
    }

    assertThat(cache.read(file)).isEqualTo(first);
    assertThat(parsed).hasSize(1);
    write("{\"a\": 2}", FileTime.from(LONG_AGO.toInstant().plusSeconds(9)));
    assertThat(cache.read(file)).isEqualTo(JsonText.parse("{\"a\": 2}"));
    assertThat(parsed).hasSize(2);
  }

  @Test
  void the_cache_is_private_and_leaves_nothing_else_behind() throws IOException {
    write("{}", LONG_AGO);
    read();

    assertThat(modes(folder)).isEqualTo("rwx------");
    assertThat(entries())
        .singleElement()
        .satisfies(e -> assertThat(modes(e)).isEqualTo("rw-------"));
  }

  @Test
  void a_changed_file_is_parsed_again() throws IOException {
    write("{\"a\": 1}", LONG_AGO);
    read();
    write("{\"a\": 22}", LONG_AGO);
    assertThat(read()).hasToString("{\"a\":22}");
    write("{\"a\": 33}", FileTime.fromMillis(LONG_AGO.toMillis() + 1));
    assertThat(read()).hasToString("{\"a\":33}");
    assertThat(parsed).hasSize(3);
  }

  @Test
  void a_file_put_in_its_place_is_parsed_even_with_the_same_size_and_time() throws IOException {
    write("{\"a\": 1}", LONG_AGO);
    read();
    var other = Files.writeString(root.resolve("other"), "{\"a\": 2}");
    Files.setLastModifiedTime(other, LONG_AGO);
    Files.delete(file);
    Files.createFile(root.resolve("takes-the-free-inode"));
    Files.move(other, file);

    assertThat(read()).hasToString("{\"a\":2}");
  }

  @Test
  void an_entry_made_right_after_a_change_is_not_trusted() throws IOException {
    write("{\"a\": 1}", LONG_AGO);
    read();
    Files.setLastModifiedTime(
        entries().getFirst(), FileTime.fromMillis(LONG_AGO.toMillis() + 1_999));
    read();
    assertThat(parsed).hasSize(2);
    read();
    assertThat(parsed).hasSize(2);
  }

  @Test
  void a_damaged_entry_is_replaced_without_a_word() throws IOException {
    write("{\"a\": 1}", LONG_AGO);
    read();
    var entry = entries().getFirst();
    var good = Files.readString(entry);
    for (var bad : List.of("", "x", good.substring(0, good.length() - 1), good + "}")) {
      Files.writeString(entry, bad);
      assertThat(read()).hasToString("{\"a\":1}");
      assertThat(entry).hasContent(good);
    }
    assertThat(parsed).hasSize(5);
  }

  @Test
  void files_do_not_share_entries() throws IOException {
    write("{\"a\": 1}", LONG_AGO);
    read();
    var other = Files.writeString(root.resolve("other.yaml"), "{\"a\": 2}");

    assertThat(cache().read(other)).hasToString("{\"a\":2}");
    assertThat(read()).hasToString("{\"a\":1}");
    assertThat(entries()).hasSize(2);
    assertThat(parsed).containsExactly(".tidemark/config.yaml", "other.yaml");
  }

  @Test
  void a_cache_that_cannot_be_written_does_no_harm() throws IOException {
    Files.writeString(folder, "in the way");
    write("{\"a\": 1}", LONG_AGO);

    assertThat(read()).isEqualTo(read());
    assertThat(parsed).hasSize(2);
    assertThat(folder).hasContent("in the way");
  }

  @Test
  void without_the_folder_of_tidemark_nothing_is_written() throws IOException {
    var bare = Files.createDirectory(root.resolve("bare"));
    var yaml = Files.writeString(bare.resolve("x.yaml"), "{}");

    assertThat(new YamlCache(bare, this::parse, null).read(yaml)).isEqualTo(JsonObject.EMPTY);
    try (var files = Files.list(bare)) {
      assertThat(files).containsExactly(yaml);
    }
  }

  @Test
  void what_the_reader_throws_passes_through_and_is_not_kept() throws IOException {
    write("{broken", LONG_AGO);

    assertThatThrownBy(this::read).isInstanceOf(dev.tidemark.json.JsonException.class);
    assertThat(folder).doesNotExist();
  }

  @Test
  void definitions_are_listed_by_name() throws IOException {
    var folder = root.resolve(".tidemark/workflows");
    assertThat(cache().list(folder)).isEmpty();
    Files.createDirectory(folder);
    for (var name : List.of("b.yaml", "a.yml", ".hidden.yaml", "notes.md")) {
      Files.createFile(folder.resolve(name));
    }

    assertThat(cache().list(folder))
        .containsExactly(folder.resolve("a.yml"), folder.resolve("b.yaml"));
  }

  private JsonObject parse(String name, String text) {
    parsed.add(name);
    return (JsonObject) JsonText.parse(text);
  }

  private YamlCache cache() {
    return cache(null);
  }

  private YamlCache cache(@Nullable Map<String, JsonObject> memory) {
    return new YamlCache(root, this::parse, memory);
  }

  private JsonObject read() {
    return cache().read(file);
  }

  private void write(String text, FileTime time) throws IOException {
    Files.writeString(file, text);
    Files.setLastModifiedTime(file, time);
  }

  private List<Path> entries() throws IOException {
    try (var files = Files.list(folder)) {
      return files.toList();
    }
  }

  private static String modes(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }
}
