package dev.tidemark.app.command.store;

import dev.tidemark.app.command.session.Session;
import dev.tidemark.app.command.verify.RunReceipts;
import dev.tidemark.app.settings.ProjectFile;
import dev.tidemark.app.settings.SettingKey;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.evidence.Envelope;
import dev.tidemark.evidence.Receipt;
import dev.tidemark.evidence.ReceiptFile;
import dev.tidemark.evidence.UnreadableReceiptException;
import dev.tidemark.library.Transfers.Contents;
import dev.tidemark.store.StoreException.DamagedException;
import dev.tidemark.store.StoreException.ForbiddenException;
import dev.tidemark.store.StoreException.StoreUnavailableException;
import dev.tidemark.store.Transfer.Item;
import dev.tidemark.store.Transfer.Item.Kind;
import dev.tidemark.text.BoundedFile;
import dev.tidemark.text.DiskReason;
import dev.tidemark.text.PlainText;
import dev.tidemark.text.Utf8;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;

/// Export and import of the receipts of runs: files of the work tree, byte for byte.
///
/// @param session the session
record ReceiptTransfer(Session session) {
  private static final String HINT = "Export it again where it comes from; nothing was imported.";

  /// Adds the receipts of some runs. A file that is no receipt stays here, with a note.
  Contents addTo(Contents contents, List<CheckpointId> runs) {
    var folder = session.settings().receipts();
    if (folder == null || !Files.isDirectory(root().resolve(folder))) {
      return contents;
    }
    var receipts = new ArrayList<Item>();
    var notes = new ArrayList<>(contents.notes());
    for (var run : runs) {
      add(run, folder, receipts, notes);
    }
    return new Contents(contents.items(), receipts, contents.problems(), notes);
  }

  private void add(CheckpointId run, String folder, List<Item> receipts, List<String> notes) {
    var own = Receipt.folder(folder, run.toString());
    try {
      for (var file : RunReceipts.files(root(), own)) {
        var text = file.text();
        var bytes = text == null ? null : Utf8.encode(text);
        try {
          var read = ReceiptFile.read(folder, file.path(), bytes);
          if (bytes != null && read.receipt().run().equals(run.toString())) {
            receipts.add(new Item(Kind.RECEIPT, run, file.path(), bytes));
          }
        } catch (UnreadableReceiptException unreadable) {
          notes.add(file.path() + " is not exported, it is no receipt: " + unreadable.getMessage());
        }
      }
    } catch (IOException failure) {
      throw new StoreUnavailableException(
          own + " cannot be read: " + DiskReason.of(failure), failure);
    }
  }

  /// Returns the contents with each receipt under its path in this project; without receipts, with
  /// a note, where none are wanted.
  ///
  /// @param file the archive
  /// @param missing the files that are not here yet
  /// @throws DamagedException if one of them is no receipt, or not of a run in the archive
  Contents placed(Contents contents, Path file, List<Item> missing) {
    if (contents.receipts().isEmpty()) {
      return contents;
    }
    var runs = new HashSet<CheckpointId>();
    for (var item : contents.items()) {
      var run = item.run();
      if (run != null) {
        runs.add(run);
      }
    }
    var placed = new ArrayList<Item>();
    var from = folder(contents.receipts().getFirst());
    boolean configures = missing.stream().anyMatch(it -> it.path().equals(ProjectFile.CONFIG));
    var to = configures ? from : session.settings().receipts();
    for (var item : contents.receipts()) {
      var receipt = read(item, from, file);
      var run = item.run();
      if (run == null || !runs.contains(run) || !receipt.receipt().run().equals(run.toString())) {
        throw damaged(file, item, " is the receipt of a run that is not in it");
      }
      if (to != null) {
        var path = receipt.receipt().path(to, receipt.envelope().payload());
        placed.add(new Item(Kind.RECEIPT, run, path, item.bytes()));
      }
    }
    var notes = new ArrayList<>(contents.notes());
    if (to == null) {
      notes.add(
          "the receipts of the archive are not restored, because receipts are off here; to restore"
              + " them: tidemark config receipts on, then import again");
    }
    return new Contents(contents.items(), placed, contents.problems(), notes);
  }

  /// Returns the folder of receipts in the path of one, before the folder of its run.
  private static String folder(Item item) {
    var path = item.path();
    int slash = path.lastIndexOf('/', path.lastIndexOf('/') - 1);
    return slash < 0 ? "" : path.substring(0, slash);
  }

  private static ReceiptFile read(Item item, String folder, Path archive) {
    if (!SettingKey.RECEIPTS_PATH.accepts(folder)) {
      throw damaged(archive, item, " is in no folder of receipts");
    }
    try {
      return ReceiptFile.read(folder, item.path(), item.bytes());
    } catch (UnreadableReceiptException unreadable) {
      throw damaged(archive, item, " is not a receipt: " + unreadable.getMessage());
    }
  }

  private static DamagedException damaged(Path archive, Item item, String defect) {
    return new DamagedException(archive.toString(), PlainText.line(item.path()) + defect, HINT);
  }

  /// Returns the statement of a receipt, in which secrets are looked for.
  static String statement(Item item) {
    try {
      return Envelope.read(Utf8.decode(item.bytes()).orElse("")).payload();
    } catch (UnreadableReceiptException impossible) {
      throw new IllegalStateException("it was read before", impossible);
    }
  }

  /// Returns the receipts in whose place something else is.
  ///
  /// @throws ForbiddenException if a link leads out of the project
  List<Item> differing(List<Item> receipts) {
    return compared(receipts, false);
  }

  /// Returns the receipts in whose place nothing is.
  List<Item> missing(List<Item> receipts) {
    return compared(receipts, true);
  }

  private List<Item> compared(List<Item> receipts, boolean missing) {
    var those = new ArrayList<Item>();
    for (var item : receipts) {
      try {
        new ProjectFile(root()).check(item.path());
        var file = root().resolve(item.path());
        boolean absent = Files.notExists(file, LinkOption.NOFOLLOW_LINKS) && isFree(file);
        boolean same = !absent && isSame(file, item);
        if (missing ? absent : !absent && !same) {
          those.add(item);
        }
      } catch (IOException failure) {
        throw unavailable(item, "read", failure);
      }
    }
    return those;
  }

  /// Returns whether the folders of a file are there or can be made.
  private static boolean isFree(Path file) {
    var folder = file.getParent();
    while (folder != null && Files.notExists(folder, LinkOption.NOFOLLOW_LINKS)) {
      folder = folder.getParent();
    }
    return folder != null && Files.isDirectory(folder);
  }

  private static boolean isSame(Path file, Item item) throws IOException {
    return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
        && Files.size(file) == item.size()
        && Arrays.equals(BoundedFile.bytes(file), item.bytes());
  }

  /// Writes receipts where nothing is.
  ///
  /// @throws StoreUnavailableException if the disk refuses; a repeated import does the rest
  void write(List<Item> receipts) {
    for (var item : receipts) {
      try {
        var text = Utf8.decode(item.bytes()).orElseThrow();
        new ProjectFile(root()).create(item.path(), text);
      } catch (IOException failure) {
        throw unavailable(item, "written", failure);
      }
    }
  }

  private static StoreUnavailableException unavailable(Item item, String how, IOException failure) {
    return new StoreUnavailableException(
        item.path() + " cannot be " + how + ": " + DiskReason.of(failure), failure);
  }

  private Path root() {
    return session.project().root();
  }
}
