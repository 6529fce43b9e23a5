package dev.tidemark.stores.file;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.store.ConflictException;
import dev.tidemark.store.Transfer;
import dev.tidemark.store.Transfer.Item.Kind;
import dev.tidemark.stores.file.StorageIo.Stat;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Export and import of the files of a store as a consistent snapshot per run.
final class FileTransfer implements Transfer {
  /// The number of attempts to read a run that keeps changing.
  private static final int LOOKS = 20;

  private final Desk desk;
  private final Documents documents;
  private final Marks marks;
  private final Chain chain;
  private final Berths berths;
  private final Inspection inspection;
  private final Stowage stowage;

  FileTransfer(Desk desk, Documents documents, Marks marks, List<String> dialects) {
    this.desk = desk;
    this.documents = documents;
    this.marks = marks;
    this.chain = new Chain(desk.io(), new Segments(desk.io()));
    this.berths = new Berths(desk, dialects);
    this.stowage = new Stowage(desk, berths);
    this.inspection = new Inspection(berths, new Verifier(chain, documents));
  }

  @Override
  public List<Item> of(CheckpointId id) {
    try (var _ = Undisturbed.begin()) {
      desk.home().check();
      var target = desk.targets().forReading(id);
      for (int look = 1; ; look++) {
        var seen = documents.look(target);
        var items = items(target, seen);
        var again = documents.look(target);
        boolean still =
            again.revision().equals(seen.revision()) && again.standing() == seen.standing();
        if ((still && isSame(seen.tail(), again.tail())) || look == LOOKS) {
          return items;
        }
      }
    } catch (IOException failure) {
      throw Failures.unreadable(id, failure);
    }
  }

  private static boolean isSame(@Nullable Tail one, @Nullable Tail other) {
    return Objects.equals(one == null ? null : one.file(), other == null ? null : other.file());
  }

  private List<Item> items(Target target, Seen seen) throws IOException {
    var items = new ArrayList<Item>();
    var id = target.id();
    var names = new ArrayList<>(desk.io().list(target.journal()));
    names.removeIf(name -> !Berths.isRecord(name));
    names.sort(null);
    for (var name : names) {
      var file = target.journal().resolve(name);
      items.add(new Item(Kind.RECORD, id, berths.path(file), chain.read(file)));
    }
    var document = seen.bytes();
    if (document != null) {
      items.add(new Item(Kind.DOCUMENT, id, target.path(), document));
    }
    return items;
  }

  @Override
  public List<Item> beside() {
    try (var _ = Undisturbed.begin()) {
      var items = new ArrayList<Item>();
      for (var path : berths.beside()) {
        var kind = berths.isSettings(path) ? Kind.SETTINGS : Kind.KEPT;
        items.add(new Item(kind, null, path, chain.read(desk.root().resolve(path))));
      }
      return items;
    } catch (IOException failure) {
      throw Failures.unreadable(failure);
    }
  }

  @Override
  public List<String> problems(List<Item> items) {
    return inspection.problems(items);
  }

  @Override
  public Settled settled(List<Item> items) {
    return inspection.settled(items);
  }

  @Override
  public List<Item> differing(List<Item> items) {
    return those(items, (there, item) -> there != null && !Arrays.equals(there, item.bytes()));
  }

  @Override
  public List<Item> missing(List<Item> items) {
    return those(items, (there, _) -> there == null);
  }

  /// Compares an item with the existing file in its place, if any.
  private interface Judgement {
    boolean of(byte @Nullable [] there, Item item);
  }

  private List<Item> those(List<Item> items, Judgement judgement) {
    try {
      desk.home().check();
      var those = new ArrayList<Item>();
      for (var item : items) {
        berths.check(item);
        stowage.checkWay(item);
        if (judgement.of(read(desk.root().resolve(item.path())), item)) {
          those.add(item);
        }
      }
      return those;
    } catch (IOException failure) {
      throw Failures.unreadable(failure);
    }
  }

  /// Returns the content of a path; null if it is absent.
  private byte @Nullable [] read(Path path) throws IOException {
    var stat = desk.io().stat(path);
    boolean file = stat != null && stat.kind() == Stat.Kind.FILE;
    return stat == null ? null : file ? chain.read(path) : new byte[0];
  }

  @Override
  public List<Item> take(List<Item> items) {
    for (var item : items) {
      berths.check(item);
    }
    var taken = new ArrayList<Item>();
    try (var _ = Undisturbed.begin()) {
      desk.home().check();
      for (var run : byRun(items).entrySet()) {
        var id = run.getKey();
        if (id == null) {
          take(run.getValue(), null, taken);
          continue;
        }
        var target = desk.targets().forWriting(id);
        try (var _ = desk.lock(id, target.path())) {
          marks.before(target);
          desk.publisher().sweepRecord(target);
          take(run.getValue(), id, taken);
          marks.after(target);
        }
      }
      return taken;
    } catch (IOException failure) {
      throw Failures.broughtInPart(taken.size(), failure);
    }
  }

  /// The record of a run comes before its document, as in every change.
  private static Map<@Nullable CheckpointId, List<Item>> byRun(List<Item> items) {
    var runs = new LinkedHashMap<@Nullable CheckpointId, List<Item>>();
    for (var kind : List.of(Kind.RECORD, Kind.DOCUMENT, Kind.KEPT, Kind.SETTINGS)) {
      for (var item : items) {
        if (item.kind() == kind) {
          runs.computeIfAbsent(item.run(), _ -> new ArrayList<>()).add(item);
        }
      }
    }
    return runs;
  }

  private void take(List<Item> items, @Nullable CheckpointId id, List<Item> taken)
      throws IOException {
    for (var item : items) {
      var file = desk.root().resolve(item.path());
      var there = read(file);
      if (there == null) {
        stowage.put(item, file);
        taken.add(item);
      } else if (!Arrays.equals(there, item.bytes())) {
        var whose = id == null ? new CheckpointId("tidemark", item.path(), null) : id;
        throw new ConflictException(whose);
      }
    }
  }
}
