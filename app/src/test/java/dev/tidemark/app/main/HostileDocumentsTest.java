package dev.tidemark.app.main;

import static dev.tidemark.testkit.ScratchRepository.STATE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.testkit.Hostile;
import dev.tidemark.testkit.LongProof;
import dev.tidemark.testkit.Proves;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Documents that are meant to break something. No command fails as a bug, none that refuses
/// touches the file, and nothing reaches beyond the project.
@Proves("R-USR-14")
@LongProof
class HostileDocumentsTest {
  private static final int MUTANTS = 80;

  @TempDir private Path temp;

  private static List<byte[]> documents(Protocol protocol) {
    var golden = protocol.document();
    var documents = new ArrayList<byte[]>();
    for (var text : Hostile.texts()) {
      documents.add(text.getBytes(UTF_8));
      documents.add(golden.replaceFirst("\n", "\n" + text.replaceAll("\\W", "x")).getBytes(UTF_8));
    }
    documents.add(new byte[] {(byte) 0xff, (byte) 0xfe, 0, 0});
    documents.add(new byte[4096]);
    documents.add(("---\n".repeat(10_000)).getBytes(UTF_8));
    documents.add((golden + "| | | |\n".repeat(20_000)).getBytes(UTF_8));
    documents.add(golden.replace(":", ": &a [*a, *a]\nx:").getBytes(UTF_8));
    documents.add(golden.replace("\n", "\u0000\n").getBytes(UTF_8));
    documents.add(golden.replace("\n", "\r").getBytes(UTF_8));
    documents.add(("\ufeff" + golden.replace("\n", "\r\n")).getBytes(UTF_8));
    documents.add(("[".repeat(5_000) + "]".repeat(5_000)).getBytes(UTF_8));
    return documents;
  }

  /// Returns the document with some bytes changed, lost, doubled or moved.
  private static byte[] mutant(byte[] document, Random random) {
    var bytes = document.clone();
    for (int hits = 1 + random.nextInt(4); hits > 0 && bytes.length > 0; hits--) {
      int at = random.nextInt(bytes.length);
      int length = Math.min(bytes.length - at, 1 + random.nextInt(40));
      switch (random.nextInt(4)) {
        case 0 -> bytes[at] = (byte) random.nextInt(256);
        case 1 -> bytes = Arrays.copyOf(bytes, at);
        case 2 -> bytes = joined(bytes, at, at + length, new byte[0]);
        default -> bytes = joined(bytes, at, at, Arrays.copyOfRange(bytes, at, at + length));
      }
    }
    return bytes;
  }

  private static byte[] joined(byte[] bytes, int from, int to, byte[] between) {
    var out = new byte[from + between.length + bytes.length - to];
    System.arraycopy(bytes, 0, out, 0, from);
    System.arraycopy(between, 0, out, from, between.length);
    System.arraycopy(bytes, to, out, from + between.length, bytes.length - to);
    return out;
  }

  private static void survives(CommandLineHarness tidemark, Protocol protocol, byte[] document)
      throws IOException {
    var file = tidemark.scratch().root().resolve(protocol.path());
    Files.write(file, document);
    var run = " --run " + protocol.run();
    var what = new String(document, 0, Math.min(200, document.length), UTF_8);
    for (var line : new String[] {"status --json", "resume --full", "validate", "history"}) {
      var ran = tidemark.run(line + run);
      assertThat(ran.exit()).as("%s of %s: %s", line, what, ran.err()).isIn(0, 1, 2, 5);
      assertThat(ran.out()).doesNotContain("\u001b[31m", "\u0007");
    }
    assertThat(tidemark.run("list --json").json().array("runs")).isNotNull();
    assertThat(file).hasBinaryContent(document);
    // Where coming back is a step of the protocol, resuming writes.
    for (var line : new String[] {protocol.change(), "resume" + run}) {
      Files.write(file, document);
      var change = tidemark.run(line);
      assertThat(change.exit()).as("%s: %s", what, change.err()).isIn(0, 1, 2, 3, 4, 5);
      if (change.exit() != 0) {
        assertThat(file).as("%s: %s", what, change.err()).hasBinaryContent(document);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void documents_that_nobody_wrote_by_accident(Protocol protocol) throws IOException {
    var tidemark = Protocol.all(temp).after("adopt");
    for (var document : documents(protocol)) {
      survives(tidemark, protocol, document);
    }
    assertThat(tidemark.run("doctor --fix").exit()).isIn(0, 1);
  }

  @ParameterizedTest
  @EnumSource
  void documents_with_small_damage(Protocol protocol) throws IOException {
    var tidemark = Protocol.all(temp).after("adopt");
    var golden = protocol.document().getBytes(UTF_8);
    var random = new Random(7);
    for (int i = 0; i < MUTANTS; i++) {
      survives(tidemark, protocol, mutant(golden, random));
    }
    var past = tidemark.run("history --json --run " + protocol.run());
    assertThat(past.exit()).isZero();
    assertThat(tidemark.run("restore --to 1 --run " + protocol.run()).exit()).isZero();
    assertThat(tidemark.scratch().root().resolve(protocol.path())).hasContent(protocol.document());
  }

  @ParameterizedTest
  @EnumSource
  void a_document_of_six_megabytes_is_refused_and_untouched(Protocol protocol) throws IOException {
    var tidemark = Protocol.all(temp).after("adopt");
    var file = tidemark.scratch().root().resolve(protocol.path());
    Files.writeString(file, protocol.document() + "x".repeat(6 * 1024 * 1024));
    long size = Files.size(file);

    var ran = tidemark.run(protocol.change());

    assertThat(ran.exit()).as(ran.err()).isIn(1, 5);
    assertThat(ran.complaints()).hasSize(1);
    assertThat(Files.size(file)).isEqualTo(size);
    assertThat(tidemark.run("list --json").each("runs", "state")).contains("damaged");
    assertThat(tidemark.run("adopt --json").each("found", "result")).contains("unreadable");
  }

  @ParameterizedTest
  @EnumSource
  void a_link_out_of_the_project_is_neither_read_nor_written(Protocol protocol) throws IOException {
    var tidemark = Protocol.all(temp);
    var file = tidemark.scratch().root().resolve(protocol.path());
    var outside = Files.writeString(temp.resolve("outside"), protocol.document());
    Files.delete(file);
    Files.createSymbolicLink(file, outside);
    var run = " --run " + protocol.run();
    for (var line : List.of("show", "diff", "history", "status", "resume", "validate")) {
      var shown = tidemark.run(line + run);
      assertThat(shown.out()).as(line).doesNotContain(protocol.document().substring(0, 40));
      if (!List.of("history", "validate").contains(line)) {
        assertThat(shown.out() + shown.err())
            .as(line)
            .contains("leaves the project through a symbolic link");
      }
    }

    var ran = tidemark.run(protocol.change());

    assertThat(ran.exit()).as(ran.toString()).isEqualTo(1);
    assertThat(ran.err()).contains("leaves the project through a symbolic link");
    assertThat(outside).hasContent(protocol.document());
    assertThat(file).isSymbolicLink();
    assertThat(tidemark.run("adopt --json").each("found", "result")).contains("unreadable");
  }

  @ParameterizedTest
  @EnumSource
  void a_folder_in_place_of_a_document_is_told(Protocol protocol) throws IOException {
    var tidemark = Protocol.all(temp);
    var file = tidemark.scratch().root().resolve(protocol.path());
    Files.delete(file);
    Files.createDirectories(file.resolve("sub"));

    assertThat(tidemark.run("list").exit()).isZero();
    assertThat(tidemark.run("adopt").exit()).isIn(0, 5);
    var ran = tidemark.run(protocol.change());
    assertThat(ran.exit()).as(ran.toString()).isIn(1, 2, 5);
    assertThat(file.resolve("sub")).isDirectory();
  }

  @Test
  @Proves("R-COM-10")
  void names_of_items_and_phases() {
    var tidemark = Protocol.all(temp).after("adopt");
    var before = Tree.files(temp.resolve("project"));
    // Grows with every write, whatever it is.
    before.remove(STATE + "/changes");
    for (var name : Hostile.names()) {
      for (var words :
          new String[][] {
            {"start", "--", "item/epic/" + name},
            {"start", "--", "item/" + name},
            {"enter", "--run", "phase/dev", "--", name},
            {"done", "--run", "phase/dev", "--dry-run", "--", name},
            {"done", "--run", Protocol.ITEM.run(), "--dry-run", "--", name},
            {"task", "--run", Protocol.ITEM.run(), "--dry-run", "add", "--", name}
          }) {
        var ran = tidemark.words(words);
        assertThat(ran.exit()).as("%s: %s", List.of(words), ran).isIn(0, 1, 2, 3, 4);
      }
    }
    var after = Tree.files(temp.resolve("project"));
    assertThat(after).containsAllEntriesOf(before);
    for (var path : after.keySet()) {
      assertThat(before.containsKey(path) || path.startsWith(STATE + "/")).as(path).isTrue();
    }
    assertThat(tidemark.run("list").out()).doesNotContain("\u001b", "\u202e", "\u0007");
  }
}
