package dev.tidemark.stores.file.transfer;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.store.StoreException.ConflictException;
import dev.tidemark.store.StoreException.ForbiddenException;
import dev.tidemark.store.Transfer;
import dev.tidemark.store.Transfer.Item;
import dev.tidemark.store.Transfer.Item.Kind;
import dev.tidemark.stores.file.document.DocumentReader;
import dev.tidemark.stores.file.document.FileStoreContext;
import dev.tidemark.stores.file.document.ObservedDocument;
import dev.tidemark.stores.file.document.RunVerifier;
import dev.tidemark.stores.file.index.ChangeMarkers;
import dev.tidemark.stores.file.io.AtomicFile;
import dev.tidemark.stores.file.io.AtomicFile.Durability;
import dev.tidemark.stores.file.io.InterruptShield;
import dev.tidemark.stores.file.io.IoFailures;
import dev.tidemark.stores.file.io.StorageIo.Access;
import dev.tidemark.stores.file.io.StorageIo.Stat;
import dev.tidemark.stores.file.path.RunPaths;
import dev.tidemark.stores.file.path.StateFolder;
import dev.tidemark.stores.file.path.StateLocation;
import dev.tidemark.stores.file.segment.JournalReader;
import dev.tidemark.stores.file.segment.JournalTail;
import dev.tidemark.stores.file.segment.SegmentReader;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Export of the files of a store as a consistent snapshot per run, and import of the files of
/// another store, with the permissions of new files here.
public final class FileTransfer implements Transfer {
  private static final String HOME = StateLocation.OWN;

  /// The number of attempts to read a run that keeps changing.
  private static final int LOOKS = 20;

  private final FileStoreContext context;
  private final DocumentReader documentReader;
  private final ChangeMarkers changeMarkers;
  private final SegmentReader segmentReader;
  private final JournalReader journalReader;
  private final TransferPaths transferPaths;
  private final TransferVerifier transferVerifier;

  /// @param dialects the dialects of the runs
  public FileTransfer(
      FileStoreContext context,
      DocumentReader documentReader,
      ChangeMarkers changeMarkers,
      List<String> dialects) {
    this.context = context;
    this.documentReader = documentReader;
    this.changeMarkers = changeMarkers;
    this.segmentReader = new SegmentReader(context.io());
    this.journalReader = new JournalReader(context.io());
    this.transferPaths = new TransferPaths(context, dialects);
    this.transferVerifier =
        new TransferVerifier(transferPaths, new RunVerifier(context.io(), documentReader));
  }

  @Override
  public List<Item> itemsOf(CheckpointId id) {
    try (var shield = InterruptShield.begin()) {
      context.stateFolder().check();
      var runPaths = context.paths().forReading(id);
      for (int look = 1; ; look++) {
        var observedDocument = documentReader.observe(runPaths);
        var items = items(runPaths, observedDocument);
        var again = documentReader.observe(runPaths);
        boolean still =
            again.revision().equals(observedDocument.revision())
                && again.syncState() == observedDocument.syncState();
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
    var names = new ArrayList<>(context.io().list(runPaths.journal()));
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
    try (var shield = InterruptShield.begin()) {
      var items = new ArrayList<Item>();
      for (var path : transferPaths.auxiliaryFiles()) {
        var kind = transferPaths.isSettings(path) ? Kind.SETTINGS : Kind.KEPT;
        items.add(
            new Item(kind, null, path, journalReader.read(context.stateFolder().resolve(path))));
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
  public Settled withTornLinesSplit(List<Item> items) {
    return transferVerifier.withTornLinesSplit(items);
  }

  @Override
  public List<Item> differing(List<Item> items) {
    return compare(items, false);
  }

  @Override
  public List<Item> missing(List<Item> items) {
    return compare(items, true);
  }

  /// Returns the items that differ from the existing file in their place, or for which there is
  /// none.
  private List<Item> compare(List<Item> items, boolean missing) {
    try {
      context.stateFolder().check();
      var those = new ArrayList<Item>();
      for (var item : items) {
        transferPaths.check(item);
        checkFolder(item);
        var there = read(context.stateFolder().resolve(item.path()));
        if (there == null ? missing : !missing && !Arrays.equals(there, item.bytes())) {
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
    var stat = context.io().stat(path);
    boolean file = stat != null && stat.kind() == Stat.Kind.FILE;
    return stat == null ? null : file ? journalReader.read(path) : new byte[0];
  }

  @Override
  public List<Item> importItems(List<Item> items) {
    for (var item : items) {
      transferPaths.check(item);
    }
    var taken = new ArrayList<Item>();
    try (var shield = InterruptShield.begin()) {
      context.stateFolder().check();
      for (var run : byRun(items).entrySet()) {
        var id = run.getKey();
        if (id == null) {
          take(run.getValue(), null, taken);
          continue;
        }
        var runPaths = context.paths().forWriting(id);
        try (var lock = context.lock(id, runPaths.path())) {
          changeMarkers.before(runPaths);
          segmentReader.sweep(runPaths.journal());
          take(run.getValue(), id, taken);
          changeMarkers.after(runPaths);
        }
      }
      return taken;
    } catch (IOException failure) {
      throw IoFailures.partlyImported(taken.size(), failure);
    }
  }

  /// The record of a run comes before its document, as in every change.
  private static Map<@Nullable CheckpointId, List<Item>> byRun(List<Item> items) {
    var runs = new LinkedHashMap<@Nullable CheckpointId, List<Item>>();
    for (var kind : List.of(Kind.RECORD, Kind.DOCUMENT, Kind.KEPT, Kind.SETTINGS)) {
      for (var item : items) {
        if (item.kind() == kind) {
          runs.computeIfAbsent(item.run(), missing -> new ArrayList<>()).add(item);
        }
      }
    }
    return runs;
  }

  private void take(List<Item> items, @Nullable CheckpointId id, List<Item> taken)
      throws IOException {
    for (var item : items) {
      var file = context.stateFolder().resolve(item.path());
      var there = read(file);
      if (there == null) {
        put(item, file);
        taken.add(item);
      } else if (!Arrays.equals(there, item.bytes())) {
        var whose = id == null ? new CheckpointId("tidemark", item.path(), null) : id;
        throw new ConflictException(whose);
      }
    }
  }

  /// Makes sure that the folder of an item is inside the project, or can be made there.
  ///
  /// @throws ForbiddenException if something is in the way
  private void checkFolder(Item item) throws IOException {
    for (var there = context.stateFolder().resolve(item.path()).getParent();
        there != null;
        there = there.getParent()) {
      var stat = context.io().stat(there);
      if (stat != null && stat.kind() == Stat.Kind.FILE) {
        throw StateFolder.notAFolder(there);
      }
      if (stat != null) {
        context.stateFolder().checkInside(there);
        return;
      }
    }
  }

  /// Writes an item where nothing is. It is whole or not there, whenever we are stopped.
  private void put(Item item, Path file) throws IOException {
    var folder = file.getParent();
    if (folder == null) {
      throw new NoSuchFileException(item.path());
    }
    context.stateFolder().checkInside(folder);
    var run = item.run();
    boolean shared =
        item.kind() == Kind.SETTINGS
            || (item.kind() == Kind.DOCUMENT
                && context.layout().accessOf(Objects.requireNonNull(run)) == Access.SHARED);
    var access = shared ? Access.SHARED : Access.PRIVATE;
    makeFolders(item, folder, access);
    var io = context.io();
    // The lock of a run excludes other writers of its files.
    var target =
        run == null ? new AtomicFile(io, file, context.newName()) : new AtomicFile(io, file);
    target.replace(item.bytes(), access, Durability.DURABLE);
  }

  /// With the permissions of a new document's folders: files of Tidemark are private, and so is the
  /// folder of ignored documents.
  private void makeFolders(Item item, Path folder, Access access) throws IOException {
    var state = context.stateFolder();
    if (folder.startsWith(state.path())) {
      state.makeFolders(state.path(), state.location().base(), Access.PRIVATE);
      state.makeFolders(folder, state.path(), Access.PRIVATE);
      return;
    }
    var own = context.root().resolve(HOME);
    if (folder.startsWith(own)) {
      state.makeFolders(folder, context.root(), Access.PRIVATE);
      return;
    }
    var above = item.kind() == Kind.KEPT ? transferPaths.above(item.path()) : null;
    if (above != null) {
      context.stateFolder().makeFolders(context.root().resolve(above), context.root(), access);
    }
    context.stateFolder().makeFolders(folder, context.root(), access);
  }
}
