package dev.tidemark.stores.file;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.store.Archives;
import dev.tidemark.store.StoreException.DamagedException;
import dev.tidemark.store.StoreException.StoreUnavailableException;
import dev.tidemark.stores.file.document.FileStoreContext;
import dev.tidemark.stores.file.io.AtomicFile;
import dev.tidemark.stores.file.io.AtomicFile.Durability;
import dev.tidemark.stores.file.io.InterruptShield;
import dev.tidemark.stores.file.io.StorageIo;
import dev.tidemark.stores.file.io.StorageIo.Stat;
import dev.tidemark.stores.file.path.FileLayout;
import dev.tidemark.stores.journal.ArchiveName;
import dev.tidemark.stores.journal.DocumentBytes;
import dev.tidemark.text.DiskReason;
import dev.tidemark.text.Utf8;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Archive of finished documents as gzip files: `{stem}-{YYYYMMDDTHHMMSSZ}{extension}.gz`, with
/// `-2`, `-3` behind the time where a name is taken. Off every hot path.
final class FileArchives implements Archives {
  private final FileStoreContext context;
  private final Path root;
  private final StorageIo io;
  private final FileLayout fileLayout;
  private final int newest;

  /// @param newest how many copies each run keeps; 0 for none
  FileArchives(FileStoreContext context, int newest) {
    this.context = context;
    this.root = context.root();
    this.io = context.io();
    this.fileLayout = context.layout();
    this.newest = newest;
  }

  @Override
  public Optional<String> keep(CheckpointId id, String text, Instant at) {
    var folder = fileLayout.archivesOf(id.dialect());
    if (newest == 0 || folder.isEmpty()) {
      return Optional.empty();
    }
    try (var shield = InterruptShield.begin()) {
      context.stateFolder().check();
      var runPaths = context.paths().forWriting(id);
      try (var lock = context.lock(id, runPaths.path())) {
        var place = root.resolve(folder.get());
        context.paths().checkInside(place);
        var kept = keepLocked(place, ArchiveName.of(runPaths.path(), at), id, Utf8.encode(text));
        return Optional.of(folder.get() + "/" + kept);
      }
    } catch (IOException failure) {
      throw new StoreUnavailableException(
          "the archive of " + id + " cannot be written: " + DiskReason.located(failure), failure);
    }
  }

  private String keepLocked(Path place, ArchiveName wanted, CheckpointId id, byte[] bytes)
      throws IOException {
    var known = copies(place, wanted);
    for (var copy : known.reversed()) {
      if (Arrays.equals(bytes, contents(place.resolve(copy.text())))) {
        return copy.text();
      }
    }
    sweep(place, wanted);
    context.stateFolder().makeFolders(place, root, fileLayout.accessOf(id));
    // Behind those of the same second: a number that became free again would stand before them.
    var free = wanted;
    for (var copy : known) {
      free = copy.stamp().equals(wanted.stamp()) ? copy.next() : free;
    }
    while (io.stat(place.resolve(free.text())) != null) {
      free = free.next();
    }
    var file = new AtomicFile(io, place.resolve(free.text()), context.newName());
    try {
      write(file, bytes, fileLayout.accessOf(id));
    } catch (IOException failure) {
      file.discard(failure);
      throw failure;
    }
    file.publish(Durability.DURABLE);
    known.add(free);
    drop(place, known);
    return free.text();
  }

  private void write(AtomicFile file, byte[] bytes, StorageIo.Access access) throws IOException {
    file.prepare(DocumentBytes.zipped(bytes), access, null, Durability.DURABLE);
    if (!Arrays.equals(bytes, contents(file.temp()))) {
      throw new IOException(file.temp() + " differs from the written bytes");
    }
  }

  /// The copies beyond the newest; if a removal fails, the next call repeats it.
  private void drop(Path place, List<ArchiveName> known) {
    for (int i = 0; i < known.size() - newest; i++) {
      try {
        io.unlink(place.resolve(known.get(i).text()));
      } catch (IOException kept) {
        return;
      }
    }
  }

  /// Removes the remains of an interrupted writer of this run.
  private void sweep(Path place, ArchiveName wanted) throws IOException {
    for (var file : io.list(place)) {
      var target = AtomicFile.targetOf(file);
      var name = target == null ? null : ArchiveName.of(target);
      if (name != null && name.isOfRun(wanted)) {
        io.unlink(place.resolve(file));
      }
    }
  }

  /// Returns the copies of a run, oldest first.
  private List<ArchiveName> copies(Path place, ArchiveName wanted) throws IOException {
    var copies = new ArrayList<ArchiveName>();
    for (var file : io.list(place)) {
      var name = ArchiveName.of(file);
      if (name != null && name.isOfRun(wanted)) {
        copies.add(name);
      }
    }
    copies.sort(ArchiveName.OLDEST_FIRST);
    return copies;
  }

  @Override
  public String folder(String dialect) {
    return fileLayout.archivesOf(dialect).orElse(dialect);
  }

  @Override
  public List<Archived> list(String dialect) {
    var folder = fileLayout.archivesOf(dialect);
    if (folder.isEmpty()) {
      return List.of();
    }
    try {
      var place = root.resolve(folder.get());
      var names = new ArrayList<ArchiveName>();
      for (var file : io.list(place)) {
        var name = ArchiveName.of(file);
        if (name != null) {
          names.add(name);
        }
      }
      names.sort(Comparator.comparing(ArchiveName::stamp).thenComparing(ArchiveName::text));
      return archived(dialect, folder.get(), names);
    } catch (IOException failure) {
      throw new StoreUnavailableException(
          folder.get() + " cannot be listed: " + DiskReason.of(failure), failure);
    }
  }

  private List<Archived> archived(String dialect, String folder, List<ArchiveName> names)
      throws IOException {
    var all = new ArrayList<Archived>();
    for (var name : names) {
      var stat = io.stat(root.resolve(folder).resolve(name.text()));
      var at = name.creationTime();
      var id = name.run(fileLayout, dialect);
      if (stat != null && stat.kind() == Stat.Kind.FILE && at.isPresent() && id != null) {
        all.add(new Archived(id, folder + "/" + name.text(), at.get(), stat.size()));
      }
    }
    return all;
  }

  @Override
  public String read(Archived archived) {
    try {
      var bytes = contents(root.resolve(archived.path()));
      var text = bytes == null ? Optional.<String>empty() : Utf8.decode(bytes);
      if (text.isEmpty()) {
        throw new DamagedException(archived.path(), "it is no whole copy of a document");
      }
      return text.get();
    } catch (IOException failure) {
      throw new StoreUnavailableException(
          archived.path() + " cannot be read: " + DiskReason.of(failure), failure);
    }
  }

  @Override
  public void remove(Archived archived) {
    try {
      var file = root.resolve(archived.path());
      var folder = file.getParent();
      if (folder != null) {
        context.paths().checkInside(folder);
      }
      io.unlink(file);
      if (folder != null && io.stat(folder) != null) {
        io.forceDir(folder);
      }
    } catch (IOException failure) {
      throw new StoreUnavailableException(
          archived.path() + " cannot be removed: " + DiskReason.of(failure), failure);
    }
  }

  /// Returns the decompressed content; null if the file is truncated.
  private byte @Nullable [] contents(Path file) throws IOException {
    var stat = io.stat(file);
    var zipped = io.read(file, 0, DocumentBytes.COPY_MAX_BYTES);
    if (stat == null || zipped == null) {
      throw new NoSuchFileException(file.toString());
    }
    return DocumentBytes.unzipped(zipped);
  }
}
