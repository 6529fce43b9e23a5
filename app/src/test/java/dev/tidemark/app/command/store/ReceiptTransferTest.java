package dev.tidemark.app.command.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.app.main.Tree;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.Claim;
import dev.tidemark.evidence.Envelope;
import dev.tidemark.evidence.Receipt;
import dev.tidemark.evidence.Statement;
import dev.tidemark.evidence.UnreadableReceiptException;
import dev.tidemark.history.Proof;
import dev.tidemark.store.Transfer.Item;
import dev.tidemark.store.Transfer.Item.Kind;
import dev.tidemark.stores.journal.ExportArchive;
import dev.tidemark.testkit.Proves;
import dev.tidemark.testkit.ScratchRepository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Receipts go along with the runs that they are of, and an archive writes nothing else.
@Proves("R-USR-22")
class ReceiptTransferTest {
  private static final String RECEIPTS = "docs/receipts";
  private static final String WORKFLOW = ".tidemark/workflows/release.yaml";
  private static final CheckpointId V1 = new CheckpointId("state", "release", "v1");

  /// The project whose runs are exported, made once and copied for each test.
  @TempDir private static Path template;

  @TempDir private Path temp;
  private CommandLineHarness here;
  private CommandLineHarness there;
  private Path file;

  @BeforeAll
  static void record() {
    var project = CommandLineHarness.fresh(template);
    project.scratch().write(WORKFLOW, "phases: [{name: publish, gates: [{review: true}]}]\n");
    project.after("config receipts on");
    project.after("start release v1", "gate set review --allowed true --run release/v1");
    project.after(
        "start release v2",
        "gate set review --allowed false --blocker 'Leaks' --run release/v2",
        "gate set review --allowed true --run release/v2");
  }

  @BeforeEach
  void copy() {
    Tree.copy(template, temp.resolve("here"));
    here = CommandLineHarness.in(ScratchRepository.without(temp.resolve("here")));
    there = CommandLineHarness.fresh(temp.resolve("there"));
    file = temp.resolve("all.zip");
  }

  private static Map<String, String> receipts(CommandLineHarness project, String folder) {
    return Tree.files(project.scratch().root().resolve(folder));
  }

  private static void move(CommandLineHarness project, String from, String to) throws IOException {
    var root = project.scratch().root();
    Files.createDirectories(root.resolve(to).getParent());
    Files.move(root.resolve(from), root.resolve(to));
  }

  /// Puts other items in the place of the receipts in the archive, as a program might.
  private void alter(UnaryOperator<Item> change) throws IOException {
    var items = new ArrayList<Item>();
    for (var item : ExportArchive.read(Files.readAllBytes(file))) {
      items.add(item.kind() == Kind.RECEIPT ? change.apply(item) : item);
    }
    Files.write(file, ExportArchive.bytes(items));
  }

  @Test
  void receipts_go_along_with_their_runs_byte_for_byte() {
    here.after("export " + file);

    var dry = there.run("import " + file + " --dry-run");
    var ran = there.run("import " + file);

    assertThat(ran.exit()).as(ran.toString()).isZero();
    assertThat(ran.out()).isEqualTo(dry.out().replace(" would be made", " made"));
    assertThat(receipts(here, RECEIPTS)).hasSize(3).isEqualTo(receipts(there, RECEIPTS));
    assertThat(there.run("gate --run release/v1").out())
        .contains("receipt: reviewed by ann, unsigned")
        .contains("not committed, valid for this tree");
    assertThat(there.run("import " + file).out()).isEqualTo("9 files are here already, the same\n");
  }

  @Test
  void one_run_takes_its_own_receipts_only() {
    here.after("export " + file + " release/v1");
    there.after("config receipts on");

    var taken = there.run("import " + file + " --json").json().strings("taken");

    assertThat(taken).hasSize(3);
    assertThat(taken.getLast()).startsWith(RECEIPTS + "/state-release-v1/publish-review-");
  }

  @Test
  void receipts_go_to_the_folder_of_this_project() {
    here.after("export " + file + " release/v2");
    there.after("config receipts on", "config receipts.path proof/receipts");

    there.after("import " + file);

    assertThat(receipts(there, "proof/receipts/state-release-v2"))
        .isEqualTo(receipts(here, RECEIPTS + "/state-release-v2"));
    assertThat(there.scratch().root().resolve("docs")).doesNotExist();
  }

  @Test
  void the_settings_of_an_archive_say_where_its_receipts_belong() throws IOException {
    here.after("config receipts.path proof/receipts");
    move(here, RECEIPTS, "proof/receipts");
    here.after("export " + file);

    there.after("import " + file);

    assertThat(receipts(there, "proof/receipts")).isEqualTo(receipts(here, "proof/receipts"));
  }

  @Test
  void where_receipts_are_off_none_is_restored_and_that_is_told() {
    here.after("export " + file + " release/v1");

    var ran = there.run("import " + file);

    assertThat(ran.exit()).as(ran.toString()).isZero();
    assertThat(ran.err()).contains("receipts are off here").contains("config receipts on");
    assertThat(there.scratch().root().resolve("docs")).doesNotExist();
    there.after("config receipts on", "import " + file);
    assertThat(receipts(there, RECEIPTS)).hasSize(1);
  }

  @Test
  void without_receipts_the_archive_is_one_that_older_versions_read() throws IOException {
    here.after("config receipts off", "export " + file);

    assertThat(ExportArchive.read(Files.readAllBytes(file)))
        .extracting(Item::kind)
        .doesNotContain(Kind.RECEIPT);
    there.after("import " + file);
  }

  @Test
  void a_file_that_is_no_receipt_is_told_and_stays() {
    here.scratch().write(RECEIPTS + "/state-release-v1/notes.json", "{}\n");

    var ran = here.run("export " + file);

    assertThat(ran.exit()).as(ran.toString()).isZero();
    assertThat(ran.err())
        .contains(RECEIPTS + "/state-release-v1/notes.json is not exported, it is no receipt: ");
    there.after("import " + file);
    assertThat(receipts(there, RECEIPTS)).hasSize(3);
  }

  @Test
  void a_different_file_is_never_overwritten() throws IOException {
    here.after("export " + file);
    var path = RECEIPTS + "/" + receipts(here, RECEIPTS).keySet().iterator().next();
    there.scratch().write(path, "mine\n");
    var before = Tree.of(temp.resolve("there"));

    var dry = there.run("import " + file + " --dry-run");
    var ran = there.run("import " + file);

    assertThat(ran.exit()).as(ran.toString()).isEqualTo(1);
    assertThat(ran).isEqualTo(dry);
    assertThat(ran.err()).contains(path + " already exists here with another content than in ");
    assertThat(Tree.of(temp.resolve("there"))).isEqualTo(before);
  }

  @Test
  void nothing_is_written_through_a_link_or_below_a_file() throws IOException {
    here.after("export " + file);
    var root = there.scratch().root();
    var outside = Files.createDirectories(temp.resolve("outside"));
    Files.createDirectories(root.resolve("docs"));
    for (var step : List.of("folder", "run", "file", "occupied")) {
      var place = root.resolve(RECEIPTS);
      switch (step) {
        case "folder" -> Files.createSymbolicLink(place, outside);
        case "run" -> {
          Files.createDirectories(place);
          Files.createSymbolicLink(place.resolve("state-release-v1"), outside);
        }
        case "file" -> {
          Files.createDirectories(place.resolve("state-release-v1"));
          var name = receipts(here, RECEIPTS + "/state-release-v1").keySet().iterator().next();
          Files.createSymbolicLink(
              place.resolve("state-release-v1").resolve(name), outside.resolve("x"));
        }
        default -> Files.writeString(place, "a file\n");
      }
      var before = Tree.of(root);

      var ran = there.run("import " + file);

      assertThat(ran.exit()).as("%s: %s", step, ran).isEqualTo(1);
      assertThat(Tree.of(root)).as(step).isEqualTo(before);
      assertThat(outside).as(step).isEmptyDirectory();
      try (var files = Files.walk(place)) {
        for (var each : files.toList().reversed()) {
          Files.delete(each);
        }
      }
    }
  }

  /// Hostile archive.
  ///
  /// @param name in the name of the test
  /// @param says part of the message
  private record Hostile(String name, String says, UnaryOperator<Item> change) {
    @Override
    public String toString() {
      return name;
    }
  }

  private static Hostile at(String path, String says) {
    return new Hostile(
        "at " + path, says, it -> new Item(Kind.RECEIPT, it.run(), path, it.bytes()));
  }

  private static Hostile below(String folder, String says) {
    return new Hostile(
        "below " + folder,
        says,
        it ->
            new Item(
                Kind.RECEIPT,
                it.run(),
                folder + it.path().substring(RECEIPTS.length()),
                it.bytes()));
  }

  private static Hostile of(String name, String says, UnaryOperator<String> change) {
    return new Hostile(
        name,
        says,
        it -> {
          var text = change.apply(new String(it.bytes(), UTF_8));
          return new Item(Kind.RECEIPT, it.run(), it.path(), text.getBytes(UTF_8));
        });
  }

  static Stream<Hostile> archives() {
    var nowhere = " is in no folder of receipts";
    var other = " is the receipt of a run that is not in it";
    var name = "its content belongs in a file of another name";
    return Stream.of(
        below("docs/../../receipts", nowhere),
        below("/etc/receipts", nowhere),
        below("src", nowhere),
        below(".git/receipts", nowhere),
        below("docs\\receipts", nowhere),
        below("C:/receipts", nowhere),
        at("evil.json", nowhere),
        at(RECEIPTS + "/state-release-v1/evil.json", name),
        at(RECEIPTS + "/state-release-v2/../evil.json", nowhere),
        at(RECEIPTS + "/../hooks/evil.sh", nowhere),
        new Hostile(
            "of a run that is not in it",
            other,
            it ->
                new Item(
                    Kind.RECEIPT, new CheckpointId("state", "x", null), it.path(), it.bytes())),
        new Hostile("of no run", other, it -> new Item(Kind.RECEIPT, null, it.path(), it.bytes())),
        of("with another text", "the envelope is damaged", it -> "#!/bin/sh\n"),
        of("with a byte order mark", "not in the form that is written", it -> "\ufeff" + it),
        of("with another spelling", "not in the form that is written", it -> it + "\n"),
        of("that is too large", "too large", it -> it + " ".repeat(65_536)),
        of("with another payload", "is not a receipt", it -> it.replaceFirst("eyJ", "eyJ9")));
  }

  @ParameterizedTest
  @MethodSource("archives")
  void a_hostile_archive_writes_nothing(Hostile hostile) throws IOException {
    here.after("export " + file + " release/v1");
    there.after("config receipts on");
    alter(hostile.change());
    var before = Tree.of(temp);

    var dry = there.run("import " + file + " --dry-run");
    var ran = there.run("import " + file);

    assertThat(ran.exit()).as(ran.toString()).isEqualTo(5);
    assertThat(ran).isEqualTo(dry);
    assertThat(ran.err()).contains(hostile.says()).contains("nothing was imported");
    assertThat(Tree.of(temp)).isEqualTo(before);
  }

  @Test
  void a_receipt_of_another_run_is_not_smuggled_in_with_one() throws IOException {
    here.after("export " + file);
    var all = ExportArchive.read(Files.readAllBytes(file));
    var items = new ArrayList<>(all);
    items.removeIf(it -> it.kind() != Kind.RECEIPT && !V1.equals(it.run()));
    Files.write(file, ExportArchive.bytes(items));
    there.after("config receipts on");

    var ran = there.run("import " + file);

    assertThat(ran.exit()).as(ran.toString()).isEqualTo(5);
    assertThat(ran.err()).contains("is the receipt of a run that is not in it");
  }

  @Test
  void a_secret_in_a_statement_is_found() throws IOException {
    here.after("export " + file + " release/v1");
    alter(ReceiptTransferTest::withSecret);
    there.after("config receipts on", "config secrets refuse");

    var ran = there.run("import " + file);

    assertThat(ran.exit()).as(ran.toString()).isEqualTo(1);
    assertThat(ran.err())
        .contains(RECEIPTS + "/state-release-v1/publish-review-")
        .contains("contains text that looks like a secret");
  }

  private static Item withSecret(Item item) {
    try {
      var it = Statement.read(Envelope.read(new String(item.bytes(), UTF_8)).payload());
      var secret = "ghp_" + "a1B2c3D4".repeat(4) + "e5F6";
      var claim = new Claim.Verdict(it.gate(), false, List.of(secret), it.position());
      var proof = new Proof(it.proof().at(), it.proof().by(), claim);
      var other =
          new Receipt(
              it.run(),
              it.phase(),
              it.gate(),
              it.definition(),
              it.position(),
              it.files(),
              proof,
              it.sequence());
      var payload = Statement.of(other);
      var text = new Envelope(payload, List.of()).text();
      return new Item(
          Kind.RECEIPT, item.run(), other.path(RECEIPTS, payload), text.getBytes(UTF_8));
    } catch (UnreadableReceiptException e) {
      throw new AssertionError(e);
    }
  }
}
