package dev.tidemark.stores.file.transfer;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.store.StoreException.ConflictException;
import dev.tidemark.store.Transfer;
import dev.tidemark.store.Transfer.Item.Kind;
import dev.tidemark.stores.file.document.DocumentReader;
import dev.tidemark.stores.file.document.FileStoreContext;
import dev.tidemark.stores.file.document.ObservedDocument;
import dev.tidemark.stores.file.document.RunVerifier;
import dev.tidemark.stores.file.index.JournalDirtyFlag;
import dev.tidemark.stores.file.io.InterruptShield;
import dev.tidemark.stores.file.io.IoFailures;
import dev.tidemark.stores.file.io.StorageIo.Stat;
import dev.tidemark.stores.file.path.RunPaths;
import dev.tidemark.stores.file.segment.JournalReader;
import dev.tidemark.stores.file.segment.JournalTail;
import dev.tidemark.stores.file.segment.SegmentReader;
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
public final class FileTransfer implements Transfer {
  /// The number of attempts to read a run that keeps changing.
  private static final int LOOKS = 20;

  private final FileStoreContext fileStoreContext;
  private final DocumentReader documentReader;
  private final JournalDirtyFlag journalDirtyFlag;
  private final JournalReader journalReader;
  private final TransferPaths transferPaths;
  private final TransferVerifier transferVerifier;
  private final TransferWriter transferWriter;

  public FileTransfer(
      FileStoreContext fileStoreContext,
      DocumentReader documentReader,
      JournalDirtyFlag journalDirtyFlag,
      List<String> dialects) {
    this.fileStoreContext = fileStoreContext;
    this.documentReader = documentReader;
    this.journalDirtyFlag = journalDirtyFlag;
    this.journalReader =
        new JournalReader(fileStoreContext.io(), new SegmentReader(fileStoreContext.io()));
    this.transferPaths = new TransferPaths(fileStoreContext, dialects);
    this.transferWriter = new TransferWriter(fileStoreContext, transferPaths);
    this.transferVerifier =
        new TransferVerifier(transferPaths, new RunVerifier(journalReader, documentReader));
  }

  @Override
  public List<Item> itemsOf(CheckpointId id) {
    try (var _ = InterruptShield.begin()) {
      fileStoreContext.home().check();
      var runPaths = fileStoreContext.targets().forReading(id);
      for (int look = 1; ; look++) {
        var observedDocument = documentReader.look(runPaths);
        var items = items(runPaths, observedDocument);
        var again = documentReader.look(runPaths);
        boolean still =
            again.revision().equals(observedDocument.revision())
                && again.standing() == observedDocument.standing();
        if ((still && isSame(observedDocument.tail(), again.tail())) || look == LOOKS) {
          return items;
        }
      }
    } catch (IOException failure) {
      throw IoFailures.unreadable(id, failure);
    }
  }

  private static boolean isSame(@Nullable JournalTail one, @Nullable JournalTail other) {
    return Objects.equals(one == null ? null : one.file(), other == null ? null : other.file());
  }

  private List<Item> items(RunPaths runPaths, ObservedDocument observedDocument)
      throws IOException {
    var items = new ArrayList<Item>();
    var id = runPaths.id();
    var names = new ArrayList<>(fileStoreContext.io().list(runPaths.journal()));
    names.removeIf(name -> !TransferPaths.isRecord(name));
    names.sort(null);
    for (var name : names) {
      var file = runPaths.journal().resolve(name);
      items.add(new Item(Kind.RECORD, id, transferPaths.path(file), journalReader.read(file)));
    }
    var document = observedDocument.bytes();
    if (document != null) {
      items.add(new Item(Kind.DOCUMENT, id, runPaths.path(), document));
    }
    return items;
  }

  @Override
  public List<Item> otherItems() {
    try (var _ = InterruptShield.begin()) {
      var items = new ArrayList<Item>();
      for (var path : transferPaths.beside()) {
        var kind = transferPaths.isSettings(path) ? Kind.SETTINGS : Kind.KEPT;
        items.add(
            new Item(kind, null, path, journalReader.read(fileStoreContext.root().resolve(path))));
      }
      return items;
    } catch (IOException failure) {
      throw IoFailures.unreadable(failure);
    }
  }

  @Override
  public List<String> problems(List<Item> items) {
    return transferVerifier.problems(items);
  }

  @Override
  public Settled settled(List<Item> items) {
    return transferVerifier.settled(items);
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
      fileStoreContext.home().check();
      var those = new ArrayList<Item>();
      for (var item : items) {
        transferPaths.check(item);
        transferWriter.checkWay(item);
        if (judgement.of(read(fileStoreContext.root().resolve(item.path())), item)) {
          those.add(item);
        }
      }
      return those;
    } catch (IOException failure) {
      throw IoFailures.unreadable(failure);
    }
  }

  /// Returns the content of a path; null if it is absent.
  private byte @Nullable [] read(Path path) throws IOException {
    var stat = fileStoreContext.io().stat(path);
    boolean file = stat != null && stat.kind() == Stat.Kind.FILE;
    return stat == null ? null : file ? journalReader.read(path) : new byte[0];
  }

  @Override
  public List<Item> importItems(List<Item> items) {
    for (var item : items) {
      transferPaths.check(item);
    }
    var taken = new ArrayList<Item>();
    try (var _ = InterruptShield.begin()) {
      fileStoreContext.home().check();
      for (var run : byRun(items).entrySet()) {
        var id = run.getKey();
        if (id == null) {
          take(run.getValue(), null, taken);
          continue;
        }
        var runPaths = fileStoreContext.targets().forWriting(id);
        try (var _ = fileStoreContext.lock(id, runPaths.path())) {
          journalDirtyFlag.before(runPaths);
          fileStoreContext.publisher().sweepRecord(runPaths);
          take(run.getValue(), id, taken);
          journalDirtyFlag.after(runPaths);
        }
      }
      return taken;
    } catch (IOException failure) {
      throw IoFailures.broughtInPart(taken.size(), failure);
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
      var file = fileStoreContext.root().resolve(item.path());
      var there = read(file);
      if (there == null) {
        transferWriter.put(item, file);
        taken.add(item);
      } else if (!Arrays.equals(there, item.bytes())) {
        var whose = id == null ? new CheckpointId("tidemark", item.path(), null) : id;
        throw new ConflictException(whose);
      }
    }
  }
}
