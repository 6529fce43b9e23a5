package dev.tidemark.stores.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.checkpoint.Actor;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.history.Evidence;
import dev.tidemark.store.DocumentWrite;
import dev.tidemark.store.RecordMetadata;
import dev.tidemark.store.Revision;
import dev.tidemark.store.StoreException.ForbiddenException;
import dev.tidemark.stores.file.io.LockProbe;
import dev.tidemark.stores.file.io.StoreLimits;
import dev.tidemark.testkit.Proves;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What the store does not do: change modes, read or write without limits.
class BordersTest {
  @TempDir private Path temp;
  private Place place;

  @BeforeEach
  void prepare() throws IOException {
    place = new Place(Files.createDirectories(temp.resolve("project")));
  }

  private static String mode(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }

  @Test
  @Proves("R-COM-11")
  void reading_makes_no_folder() throws IOException {
    assertThat(place.open().find(Place.RUN)).isEmpty();
    assertThat(place.open().list("state")).isEmpty();
    assertThat(place.open().history(Place.RUN)).isEmpty();
    assertThat(place.root()).isEmptyDirectory();
  }

  @Test
  @Proves("R-USR-16")
  void the_mode_of_a_document_is_kept_and_the_record_is_private() throws IOException {
    place.put("one");
    for (var mode : List.of("rw-r-----", "rw-rw-rw-", "rw-------", "rwxr-xr-x")) {
      Files.setPosixFilePermissions(place.document(), PosixFilePermissions.fromString(mode));
      place.put("with " + mode);
      assertThat(mode(place.document())).isEqualTo(mode);
    }
    try (var all = Files.walk(place.root().resolve(".tidemark"))) {
      for (var path : all.toList()) {
        assertThat(mode(path))
            .as("%s", path)
            .isEqualTo(Files.isDirectory(path) ? "rwx------" : "rw-------");
      }
    }
  }

  @Test
  @Proves("R-USR-16")
  void a_new_document_gets_the_mode_that_new_files_get() throws IOException {
    var usual = Files.writeString(temp.resolve("usual"), "");
    usual.toFile().delete();
    usual.toFile().createNewFile();
    place.put("one");
    assertThat(mode(place.document())).isEqualTo(mode(usual));
  }

  @Test
  void nothing_of_the_store_is_committed_by_accident() throws IOException {
    place.put("text");
    assertThat(place.root().resolve(".tidemark/.gitignore"))
        .hasContent("*\n!.gitignore\n!config.yaml\n!allowed_signers\n!workflows/\n!workflows/**\n");
    Files.writeString(place.root().resolve(".tidemark/.gitignore"), "theirs");
    Files.delete(place.root().resolve(".tidemark/FORMAT"));
    place.put("more");
    assertThat(place.root().resolve(".tidemark/.gitignore")).hasContent("theirs");
  }

  @Test
  void a_store_of_a_newer_version_is_neither_read_nor_written() throws IOException {
    place.put("text");
    var format = place.root().resolve(".tidemark/FORMAT");
    assertThat(Files.readString(format)).startsWith("{\"format\":1,\"minReader\":1,\"storeId\":\"");
    Files.writeString(format, "{\"format\":3,\"minReader\":2,\"storeId\":\"x\",\"more\":[]}");
    assertThatThrownBy(() -> place.open().find(Place.RUN))
        .isInstanceOf(ForbiddenException.class)
        .hasMessageContaining("newer version");
    assertThatThrownBy(() -> place.put("more")).isInstanceOf(ForbiddenException.class);
    Files.writeString(format, "{\"format\":3,\"minReader\":1,\"storeId\":\"x\",\"more\":[]}");
    assertThat(place.put("more").value()).hasSize(64);
  }

  @Test
  void two_names_that_would_share_a_file_are_told_apart() {
    var one = new CheckpointId("state", "implement", "auth");
    var other = new CheckpointId("state", "implement-auth", null);
    var recordMetadata =
        new RecordMetadata(Place.NOW, Actor.tool("test"), List.of(), Evidence.NONE);
    var revision =
        place.open().replace(new DocumentWrite(one, "one", Revision.NONE, recordMetadata));
    assertThatThrownBy(
            () -> place.open().replace(new DocumentWrite(other, "other", revision, recordMetadata)))
        .isInstanceOf(ForbiddenException.class)
        .hasMessageContaining("state/implement/auth");
    assertThatThrownBy(() -> place.open().find(other)).isInstanceOf(ForbiddenException.class);
    assertThat(place.open().find(one).orElseThrow().text()).isEqualTo("one");
    assertThat(place.open().list("state")).containsExactly(one);
  }

  @Test
  @Proves("R-USR-14")
  void a_document_of_six_megabytes_is_refused_without_being_read() throws IOException {
    place.put("small");
    Files.write(place.document(), new byte[6 * 1024 * 1024]);
    var read = new AtomicLong();
    assertThatThrownBy(() -> place.open(Disks.counting(read)).find(Place.RUN))
        .isInstanceOf(ForbiddenException.class)
        .hasMessageContaining("5 MB");
    assertThat(read).hasValueLessThan(10_000);
    assertThatThrownBy(() -> Place.replace(place.open(), "x", Revision.NONE))
        .isInstanceOf(ForbiddenException.class);
    assertThat(Files.size(place.document())).isEqualTo(6 * 1024 * 1024);
  }

  @Test
  @Proves("R-USR-14")
  void the_largest_document_there_may_be_comes_back_from_its_journal() {
    var first = "\"\\\n\u0001\u00e4\u20ac".repeat(5 * 1024 * 1024 / 9);
    var second = first.substring(1) + "x";
    place.put(first);
    place.put(second);
    assertThat(place.open().stateAt(Place.RUN, 1)).contains(first);
    assertThat(place.open().stateAt(Place.RUN, 2)).contains(second);
    assertThat(place.open().verify(Place.RUN)).isEmpty();
  }

  @Test
  void bytes_that_are_no_text_are_kept_as_they_are() throws IOException {
    place.put("text");
    var bytes = new byte[] {'{', (byte) 0xff, (byte) 0xc0, 0, '}'};
    Files.write(place.document(), bytes);
    var found = place.open().find(Place.RUN).orElseThrow();
    assertThat(found.text()).isNull();
    assertThat(found.exists()).isTrue();
    var kept = place.open().quarantine(Place.RUN, found.revision(), "20260213T143000Z");
    assertThat(place.root().resolve(kept)).hasBinaryContent(bytes);
    Place.replace(place.open(), "text again", found.revision());
    assertThat(place.open().stateAt(Place.RUN, 2))
        .as("no text, so not handed out as such")
        .isEmpty();
    assertThat(Files.readString(place.segment())).contains("\"base64\":\"e//AAH0=\"");
    assertThat(place.open().verify(Place.RUN)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"nfs", "nfs4", "cifs", "smb3", "smbfs", "ceph"})
  void network_file_systems_are_written_to_only_on_demand(String type) throws IOException {
    assertThatThrownBy(() -> Place.put(place.open(Disks.ofType(type)), "text"))
        .isInstanceOf(ForbiddenException.class)
        .hasMessageContaining(type);
    assertThat(place.root()).isEmptyDirectory();
    var allowed = new StoreLimits(5_000, true);
    Place.put(new FileStore(place.root(), Disks.ofType(type), new FlatLayout(), allowed), "text");
    assertThat(place.text()).isEqualTo("text");
  }

  @Test
  void the_kind_of_a_file_system_is_asked_for_once() {
    place.put("one");
    Place.put(place.open(Disks.ofType("nfs4")), "two");
    assertThat(LockProbe.isNetwork("fuse.sshfs")).isFalse();
    assertThat(LockProbe.isNetwork("9p")).isFalse();
    assertThat(LockProbe.isNetwork("ext4")).isFalse();
  }

  @Test
  @Proves("R-COM-06")
  void only_temporary_files_of_the_same_document_are_swept() throws IOException {
    place.put("one");
    var state = place.root().resolve("state");
    var own =
        List.of(
            ".implement-auth.json.0.tidemark-tmp",
            ".implement-auth.json.0-1.tidemark-tmp",
            ".implement-auth.json.0-2.tidemark-tmp");
    var others =
        List.of(
            "notes.tmp",
            ".implement-auth.json.tmp",
            ".implement-other.json.0.tidemark-tmp",
            ".implement-auth.json.bak.json.0.tidemark-tmp",
            "implement-auth.json.0.tidemark-tmp");
    for (var name : own) {
      Files.writeString(state.resolve(name), "");
    }
    for (var other : others) {
      Files.writeString(state.resolve(other), "");
    }
    place.put("two");
    for (var left : own) {
      assertThat(state.resolve(left)).doesNotExist();
    }
    for (var other : others) {
      assertThat(state.resolve(other)).exists();
    }
  }
}
