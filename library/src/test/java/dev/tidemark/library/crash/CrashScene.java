package dev.tidemark.library.crash;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.library.Project;
import dev.tidemark.library.crash.Inode.FileNode;
import dev.tidemark.library.crash.Inode.FolderNode;
import dev.tidemark.store.StoreException;
import dev.tidemark.testkit.Proofs;
import dev.tidemark.testkit.SettableClock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;

/// A project whose power is cut after every operation on its disk, in every way there is; each time
/// it is opened anew and looked at.
final class CrashScene {
  static final Instant START = Instant.parse("2026-02-13T14:30:00.123Z");

  /// The files of the project that phases report.
  static final List<String> REPORTED = List.of("src/a.java", "src/b.java", "src/c.java");

  private final Path root;
  private final SimulatedDisk disk;
  private final SettableClock clock = new SettableClock(START);
  private final Expected expected = new Expected();
  private final Set<Long> seen = new HashSet<>();
  private final List<Cut> cuts = new ArrayList<>();
  private Map<CheckpointId, Integer> acknowledged = new HashMap<>();
  private final List<Consumer<Project>> checks = new ArrayList<>();
  private final Depth depth;
  private int operations;
  private long images;
  private long reopened;
  private long recoveries;

  /// What a power cut left, and how many entries of each run had been acknowledged.
  record Cut(FolderNode image, Map<CheckpointId, Integer> acknowledged, String during) {}

  /// How much is tried.
  ///
  /// @param settles whether everything reaches the medium between two steps, as it does on a system
  ///   that is left alone for a minute
  /// @param recoveries of how many disks one is recovered with the power cut again; 0 for none
  /// @param every of how many disks one is reopened
  record Depth(boolean settles, int recoveries, int every) {
    /// What fits into a build.
    static final Depth BUILD = new Depth(true, 500, Proofs.stride(16));

    /// What is tried by command.
    static final Depth DEEP = new Depth(false, 20, 1);

    /// Nothing reaches the medium by itself.
    static final Depth UNSETTLED = new Depth(false, 0, Proofs.stride(16));
  }

  /// A project with nothing in it.
  ///
  /// @param root a real folder, with nothing in it
  CrashScene(Path root, Depth depth) {
    this(root, depth, new SimulatedDisk(root));
    try {
      Files.createDirectories(root.resolve("src"));
      for (var file : REPORTED) {
        Files.writeString(root.resolve(file), file);
      }
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  private CrashScene(Path root, Depth depth, SimulatedDisk disk) {
    this.root = root;
    this.depth = depth;
    this.disk = disk;
  }

  /// Returns how many different disks were looked at.
  long states() {
    return seen.size();
  }

  /// Says how much was tried.
  void tell(String name) {
    System.out.printf(
        "crash states: %s: power cut after each of %d operations, %d disks, %d of them different,"
            + " %d reopened, %d more while recovering%n",
        name, operations, images, seen.size(), reopened, recoveries);
  }

  /// Says that a run may have no document although it has a record.
  void expectNothingOf(CheckpointId run) {
    expected.edited(run, "");
  }

  /// Opens the project as a new process would.
  Project open(SimulatedDisk from) {
    return Project.at(root).io(from).clock(clock).archives(2).open();
  }

  /// Opens the project as it is now.
  Project open() {
    return open(disk);
  }

  /// Changes a document as somebody with an editor would.
  void edit(CheckpointId id, String path, byte[] bytes) {
    disk.plant(path, bytes);
    expected.edited(id, new String(bytes, StandardCharsets.UTF_8));
  }

  /// Puts a file there that is nobody's document.
  void plant(String path, String text) {
    disk.plant(path, text.getBytes(StandardCharsets.UTF_8));
  }

  /// Makes sure of something else, too, whatever was left.
  void also(Consumer<Project> check) {
    checks.add(check);
  }

  /// Does something that no power cut comes in between.
  void quietly(Consumer<Project> action) {
    action.accept(open());
    disk.settle();
  }

  /// Does something, and cuts the power at every moment of it.
  void step(String what, Consumer<Project> action) {
    clock.advance(Duration.ofSeconds(61));
    if (depth.settles()) {
      disk.settle();
    }
    acknowledged = Expected.sizes(open());
    expected.note(open());
    disk.observer(
        new SimulatedDisk.Observer() {
          @Override
          public void changed() {
            operations++;
            cut(what);
          }

          @Override
          public void released() {
            acknowledged = Expected.sizes(open());
            cut(what);
          }
        });
    try {
      action.accept(open());
    } finally {
      disk.observer(SimulatedDisk.Observer.NOBODY);
    }
    expected.note(open());
    for (int i = 0; i < cuts.size(); i++) {
      if (i % depth.every() != 0 && i < cuts.size() - 1) {
        continue;
      }
      reopened++;
      if (depth.recoveries() > 0 && (seen.size() + i) % depth.recoveries() == 0) {
        recover(cuts.get(i));
      }
      look(cuts.get(i));
    }
    cuts.clear();
  }

  /// Cuts the power again, at every moment of what the next writer does about the first cut.
  private void recover(Cut cut) {
    var left = disk.holding(PowerCut.copied(cut.image()));
    var again = new CrashScene(root, Depth.UNSETTLED, left);
    again.expected.found(again.open());
    again.step("recovery from " + cut.during(), it -> again.expected.goOn(it));
    recoveries += again.states();
  }

  private void cut(String what) {
    var now = acknowledged;
    PowerCut.during(
        disk.top(),
        image -> {
          images++;
          if (seen.add(fingerprint(image, now.hashCode()))) {
            cuts.add(new Cut(image, now, what + ", operation " + operations));
          }
        });
  }

  private void look(Cut cut) {
    var tree = String.join("\n", lines(cut.image(), ""));
    var left = disk.holding(cut.image());
    try {
      expected.check(cut, open(left), left);
      checks.forEach(check -> check.accept(open(left)));
    } catch (StoreException | AssertionError wrong) {
      throw new AssertionError(
          "power cut during "
              + cut.during()
              + ", acknowledged "
              + cut.acknowledged()
              + ":\n"
              + tree,
          wrong);
    }
  }

  private static long fingerprint(Inode node, long seed) {
    if (node instanceof FileNode file) {
      return seed * 1_000_003 + Arrays.hashCode(file.bytes()) * 31L + file.bytes().length;
    }
    long sum = seed + 77;
    for (var entry : ((FolderNode) node).names().entrySet()) {
      long part =
          fingerprint(entry.getValue(), seed ^ entry.getKey().hashCode() * 0x9E3779B97F4A7C15L);
      sum += part * 0xBF58476D1CE4E5B9L ^ part >>> 29;
    }
    return sum;
  }

  private static List<String> lines(FolderNode folder, String above) {
    var lines = new ArrayList<String>();
    for (var entry : new TreeMap<>(folder.names()).entrySet()) {
      var path = above + entry.getKey();
      if (entry.getValue() instanceof FileNode file) {
        lines.add(path + " (" + file.bytes().length + ") " + start(file));
      } else {
        lines.addAll(lines((FolderNode) entry.getValue(), path + "/"));
      }
    }
    return lines;
  }

  private static String start(FileNode file) {
    var text = new String(file.bytes(), StandardCharsets.ISO_8859_1);
    return text.substring(0, Math.min(1500, text.length())).replace("\0", "\u00b7");
  }
}
