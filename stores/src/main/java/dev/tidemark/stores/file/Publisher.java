package dev.tidemark.stores.file;

import dev.tidemark.store.Document.Standing;
import dev.tidemark.store.OutcomeUnknownException;
import dev.tidemark.stores.file.AtomicFile.Durability;
import dev.tidemark.stores.journal.Draft;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Publishes documents by atomic replacement: temporary file, fsync, rename. Its callers hold the
/// lock of the run.
final class Publisher {
  private static final int RANDOM_BYTES = 5;
  private static final String ALPHABET = "abcdefghijklmnopqrstuvwxyz234567";

  private static final byte[] NOTHING = {};

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

  /// Writes documents to temporary files beside their place and waits until they are on the medium.
  /// A removal is marked by an empty file.
  ///
  /// @param random the random part of the files' names
  /// @param replaces whether they replace a document, whose permissions are kept
  /// @throws IOException if that failed; no such file was left, as far as that could be helped
  void prepare(Target target, String random, Draft draft, boolean replaces) throws IOException {
    if (!replaces) {
      home.makeFolders(target.folder(), root, target.access());
    }
    var via = draft.via();
    var bytes = draft.bytes();
    boolean prepared = false;
    try {
      for (int i = 0; i < via.size(); i++) {
        prepare(target, station(random, i), via.get(i), replaces);
      }
      prepare(target, random, bytes == null ? NOTHING : bytes, replaces);
      if (!via.isEmpty()) {
        // A temporary document must not outlive the file with its target.
        io.forceDir(target.folder());
      }
      prepared = true;
    } finally {
      if (!prepared) {
        discard(target, random, draft);
      }
    }
  }

  private void prepare(Target target, String random, byte[] bytes, boolean replaces)
      throws IOException {
    var document = target.document();
    new AtomicFile(io, document, random)
        .prepare(bytes, target.access(), replaces ? document : null, Durability.DURABLE);
  }

  private static String station(String random, int number) {
    return random + "-" + (number + 1);
  }

  private static Path stationFile(Target target, String random, int number) {
    return target.temp(station(random, number));
  }

  /// Puts prepared and recorded documents into place, one after the other.
  ///
  /// @return whether nothing is left to be cleared away
  /// @throws OutcomeUnknownException if the last of them may or may not be there
  boolean publish(Target target, String random, Draft draft) {
    try {
      for (int i = 0; i < draft.via().size(); i++) {
        boolean last = i == draft.via().size() - 1;
        pass(target, stationFile(target, random, i), last ? target.passage() : "");
      }
      if (!draft.via().isEmpty()) {
        // Names may reach the medium in any order, and the last document must be the last.
        io.forceDir(target.folder());
      }
      return rollForward(target, random, draft.bytes() == null);
    } catch (IOException failure) {
      throw new OutcomeUnknownException(
          target.path() + " is recorded, but could not be put into place: " + failure.getMessage(),
          failure);
    }
  }

  /// Puts a document on the way into place, by way of the file that its protocol names. If that
  /// file is removed meanwhile, nothing needed is lost.
  private void pass(Target target, Path station, String passage) throws IOException {
    if (passage.isEmpty()) {
      io.rename(station, target.document());
      return;
    }
    var between = target.folder().resolve(passage);
    io.rename(station, between);
    try {
      io.rename(between, target.document());
    } catch (NoSuchFileException taken) {
      // The next document replaces this one anyway.
      return;
    }
  }

  /// Completes the recorded change of an interrupted writer, and removes its remains.
  void repair(Target target, Seen seen) throws IOException {
    var last = seen.last();
    if (seen.standing() == Standing.HALF_PUBLISHED && last != null) {
      var temp = last.head().step().temp();
      if (temp != null) {
        clearPassage(target, temp);
        rollForward(target, temp, seen.bytes() == null);
      }
    }
    sweep(target);
  }

  /// Removes the temporary document of an interrupted writer: there is at most one, and it is older
  /// than the file with its target. A file that another program created since stays.
  private void clearPassage(Target target, String random) throws IOException {
    if (target.passage().isEmpty()) {
      return;
    }
    var passage = target.folder().resolve(target.passage());
    var there = io.stat(passage);
    var next = io.stat(target.temp(random));
    boolean older = there != null && next != null && there.modified() <= next.modified();
    boolean waits =
        io.stat(stationFile(target, random, 0)) != null
            || io.stat(stationFile(target, random, 1)) != null;
    if (older && !waits) {
      io.unlink(passage);
    }
  }

  /// Takes the last step. A removal renames the document to the name of the empty file: both
  /// disappear in one step, so a document that a user restores later is not removed again.
  ///
  /// @return whether nothing is left to be cleared away
  private boolean rollForward(Target target, String random, boolean removes) throws IOException {
    var temp = target.temp(random);
    io.rename(removes ? target.document() : temp, removes ? temp : target.document());
    io.forceDir(target.folder());
    return !removes || unlink(temp);
  }

  /// Removes temporary files that are not needed any more, as far as that is possible.
  void discard(Target target, @Nullable String random, Draft draft) {
    if (random == null) {
      return;
    }
    for (int i = 0; i < draft.via().size(); i++) {
      unlink(stationFile(target, random, i));
    }
    unlink(target.temp(random));
  }

  private boolean unlink(Path temp) {
    try {
      io.unlink(temp);
      return true;
    } catch (IOException left) {
      // The next writer of this document sweeps it away.
      return false;
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
    try (var output = io.create(copy, target.access())) {
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

  /// Removes the remains of killed writers of this document.
  private void sweep(Target target) throws IOException {
    var names = io.list(target.folder());
    for (int i = 0; i < names.size(); i++) {
      if (target.isTemp(names.get(i))) {
        io.unlink(target.folder().resolve(names.get(i)));
      }
    }
  }

  /// Removes the temporary files of interrupted imports and prunings from a journal.
  void sweepRecord(Target target) throws IOException {
    for (var name : io.list(target.journal())) {
      if (AtomicFile.isJournalTemp(name)) {
        io.unlink(target.journal().resolve(name));
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
