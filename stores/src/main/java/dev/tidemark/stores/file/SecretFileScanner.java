package dev.tidemark.stores.file;

import dev.tidemark.security.RedactedSecret;
import dev.tidemark.store.StoreException.ForbiddenException;
import dev.tidemark.store.maintenance.ResidualFiles.SearchResult;
import dev.tidemark.store.maintenance.UncleanedFile;
import dev.tidemark.store.maintenance.UncleanedFile.Reason;
import dev.tidemark.stores.file.io.AtomicFile;
import dev.tidemark.stores.file.io.AtomicFile.Durability;
import dev.tidemark.stores.file.io.StorageIo;
import dev.tidemark.stores.file.io.StorageIo.Stat.Kind;
import dev.tidemark.stores.file.path.StateFolder;
import dev.tidemark.stores.journal.DocumentBytes;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Secret file scanner: finds and redacts a secret in files of the work tree, compressed ones
/// included. Links are not followed, and files outside the project, behind a linked folder, are not
/// touched. An unreadable file is reported, and the scan continues with the others.
final class SecretFileScanner {
  /// Nothing that is kept of a run is as long as that.
  private static final int BYTES_MAX = 64 * 1024 * 1024;

  private static final int RANDOM = 8;
  private static final String ZIPPED = ".gz";

  private final StateFolder stateFolder;
  private final StorageIo io;
  private final RedactedSecret secret;
  private final TreeSet<String> holding = new TreeSet<>();
  private final List<UncleanedFile> left = new ArrayList<>();

  SecretFileScanner(StateFolder stateFolder, StorageIo io, RedactedSecret secret) {
    this.stateFolder = stateFolder;
    this.io = io;
    this.secret = secret;
  }

  /// Returns the matches so far.
  SearchResult result() {
    return new SearchResult(List.copyOf(holding), left);
  }

  /// Returns the names in a folder; none if it cannot be read or is outside, which is reported.
  List<String> names(String folder) {
    try {
      var place = stateFolder.resolve(folder);
      if (io.stat(place) == null) {
        return List.of();
      }
      stateFolder.checkInside(place);
      return io.list(place);
    } catch (ForbiddenException outside) {
      left.add(new UncleanedFile(shown(folder), Reason.LINK));
      return List.of();
    } catch (IOException unreadable) {
      left.add(new UncleanedFile(shown(folder), Reason.UNREADABLE));
      return List.of();
    }
  }

  private String shown(String path) {
    return stateFolder.shown(stateFolder.resolve(path));
  }

  /// Returns whether something is a file, and no link to one.
  boolean isFile(String path) {
    try {
      var stat = io.stat(stateFolder.resolve(path));
      return stat != null && stat.kind() == Kind.FILE;
    } catch (IOException unreadable) {
      return false;
    }
  }

  /// Scans a file, or all files in a folder; nothing may be there.
  ///
  /// @param depth how many folders deep
  void scan(String path, int depth) {
    try {
      var stat = io.stat(stateFolder.resolve(path));
      var kind = stat == null ? null : stat.kind();
      if (stat == null) {
        return;
      }
      // Only the last component was checked; a folder above may be a link that leads out.
      stateFolder.checkInside(stateFolder.resolve(path));
      if (kind == Kind.FOLDER && depth > 0) {
        for (var name : names(path)) {
          scan(path + "/" + name, depth - 1);
        }
      } else if (kind != Kind.FILE || stat.size() > BYTES_MAX) {
        left.add(
            new UncleanedFile(shown(path), kind == Kind.FILE ? Reason.TOO_LARGE : reason(kind)));
      } else {
        file(path);
      }
    } catch (ForbiddenException outside) {
      left.add(new UncleanedFile(shown(path), Reason.LINK));
    } catch (IOException unreadable) {
      left.add(new UncleanedFile(shown(path), Reason.UNREADABLE));
    }
  }

  private static Reason reason(@Nullable Kind kind) {
    return kind == Kind.FOLDER
        ? Reason.TOO_DEEP
        : kind == Kind.LINK ? Reason.LINK : Reason.UNREADABLE;
  }

  private void file(String path) throws IOException {
    var bytes = read(path);
    var content = bytes == null ? null : content(path, bytes);
    if (bytes != null && content == null) {
      left.add(new UncleanedFile(shown(path), Reason.DAMAGED));
    } else if (content != null && secret.isIn(content)) {
      holding.add(shown(path));
    }
    if (secret.isIn(stateFolder.nameOf(stateFolder.resolve(path)))) {
      left.add(new UncleanedFile(shown(path), Reason.NAMED));
    }
  }

  private byte @Nullable [] read(String path) throws IOException {
    return io.read(stateFolder.resolve(path), 0, BYTES_MAX);
  }

  /// Returns the content of a file; null if it is compressed and truncated.
  private static byte @Nullable [] content(String path, byte[] bytes) {
    return path.endsWith(ZIPPED) ? DocumentBytes.unzipped(bytes) : bytes;
  }

  /// Takes the secret out of a file: it is as before or without it, whenever this is stopped.
  ///
  /// @param path as in the result
  /// @throws ForbiddenException if it is outside the project by now
  void clean(String path) throws IOException {
    stateFolder.checkInside(stateFolder.resolve(path));
    var bytes = read(path);
    var content = bytes == null ? null : content(path, bytes);
    if (content == null) {
      return;
    }
    var clean = secret.cleaned(content);
    var file = stateFolder.resolve(path);
    var random = HexFormat.of().formatHex(io.random(RANDOM));
    new AtomicFile(io, file, random)
        .replace(
            path.endsWith(ZIPPED) ? DocumentBytes.zipped(clean) : clean,
            StorageIo.Access.PRIVATE,
            file,
            Durability.DURABLE);
  }
}
