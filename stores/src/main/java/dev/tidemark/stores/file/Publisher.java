package dev.tidemark.stores.file;

import dev.tidemark.store.OutcomeUnknownException;
import dev.tidemark.stores.file.StorageIo.Access;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Puts documents into place. Its callers hold the lock of the run.
final class Publisher {
  private static final int RANDOM_BYTES = 5;
  private static final String ALPHABET = "abcdefghijklmnopqrstuvwxyz234567";

  private final StorageIo io;
  private final Path root;
  private final Home home;
  private final Entropy entropy;

  Publisher(StorageIo io, Path root, Home home, Entropy entropy) {
    this.io = io;
    this.root = root;
    this.home = home;
    this.entropy = entropy;
  }

  /// Writes a document to a temporary file beside its place and waits until it is on the medium.
  ///
  /// @param replaces whether there is a document in its place, whose permissions are kept
  /// @param random the random part of the file's name
  /// @throws IOException if that failed; no such file was left, as far as that could be helped
  void prepare(Target target, String random, byte[] bytes, boolean replaces) throws IOException {
    if (!replaces) {
      home.makeFolders(target.folder(), root, Access.SHARED);
    }
    var temp = target.temp(random);
    boolean prepared = false;
    try (var output = io.create(temp, Access.SHARED)) {
      output.write(bytes);
      if (replaces) {
        io.copyMode(target.document(), temp);
      }
      output.force();
      prepared = true;
    } finally {
      if (!prepared) {
        discard(target, random);
      }
    }
  }

  /// Puts a prepared and recorded document into place.
  ///
  /// @throws OutcomeUnknownException if it may or may not be there
  void publish(Target target, String random) {
    try {
      rollForward(target, random);
    } catch (IOException failure) {
      throw new OutcomeUnknownException(
          target.path() + " is recorded, but could not be put into place: " + failure.getMessage(),
          failure);
    }
  }

  /// Does what an earlier writer recorded but did not come to do.
  void rollForward(Target target, String random) throws IOException {
    io.rename(target.temp(random), target.document());
    io.forceDir(target.folder());
  }

  /// Removes a temporary file that is not needed any more, if that is possible.
  void discard(Target target, @Nullable String random) {
    if (random == null) {
      return;
    }
    try {
      io.unlink(target.temp(random));
    } catch (IOException left) {
      // The next writer of this document sweeps it away.
    }
  }

  /// Keeps a copy of a document beside it.
  ///
  /// @return the path of the copy, from the project root
  String setAside(Target target, byte[] bytes, String stamp) throws IOException {
    var name = target.document().getFileName() + ".corrupt-" + stamp;
    var copy = target.folder().resolve(name);
    for (int number = 2; io.stat(copy) != null; number++) {
      if (Arrays.equals(bytes, io.read(copy, 0, bytes.length + 1))) {
        return relative(target, copy);
      }
      copy = target.folder().resolve(name + "-" + number);
    }
    boolean kept = false;
    try (var output = io.create(copy, Access.SHARED)) {
      output.write(bytes);
      io.copyMode(target.document(), copy);
      output.force();
      kept = true;
    } finally {
      if (!kept) {
        io.unlink(copy);
      }
    }
    io.forceDir(target.folder());
    return relative(target, copy);
  }

  private static String relative(Target target, Path copy) {
    int slash = target.path().lastIndexOf('/');
    return target.path().substring(0, slash + 1) + copy.getFileName();
  }

  /// Removes what writers of this document that were killed have left behind.
  void sweep(Target target) throws IOException {
    var names = io.list(target.folder());
    for (int i = 0; i < names.size(); i++) {
      if (target.isTemp(names.get(i))) {
        io.unlink(target.folder().resolve(names.get(i)));
      }
    }
  }

  /// Returns the random part of a temporary file's name.
  String newName() throws IOException {
    var bytes = entropy.next(RANDOM_BYTES);
    var name = new StringBuilder();
    long bits = 0;
    for (byte b : bytes) {
      bits = bits << 8 | (b & 0xff);
    }
    for (int i = 0; i < RANDOM_BYTES * 8; i += 5) {
      name.append(ALPHABET.charAt((int) (bits >>> i & 0x1f)));
    }
    return name.toString();
  }
}
