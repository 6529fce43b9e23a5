package dev.tidemark.app.command.verify;

import dev.tidemark.evidence.CommittedChange;
import dev.tidemark.evidence.CommittedFile;
import dev.tidemark.evidence.ReceiptFile;
import dev.tidemark.integrations.git.GitObjects;
import dev.tidemark.integrations.git.GitObjects.Entry;
import dev.tidemark.text.Sha256;
import dev.tidemark.text.Utf8;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Reader of a change from git objects.
///
/// @param objects the objects
/// @param excluded the paths that no tree of a receipt covers, from the project root
/// @param receipts the folder of receipts
record ChangeReader(GitObjects objects, List<String> excluded, String receipts) {
  /// All receipts of a commit together: tens of thousands.
  private static final long ALL_MAX = 48 * 1024 * 1024;

  /// An approved file.
  private static final long FILE_MAX = 48 * 1024 * 1024;

  /// Reads a commit.
  ///
  /// @param before the newest commit that it shares with the base branch
  /// @throws IOException if git cannot be asked, or does not have an object
  CommittedChange read(String head, String before, String base) throws IOException {
    return new CommittedChange(
        "the commit",
        objects.tree(head, excluded),
        files(head, true),
        files(before, false),
        files(base, false),
        earlier(base, head),
        path -> digest(head, path));
  }

  private List<CommittedFile> files(String commit, boolean read) throws IOException {
    var entries = objects.entries(commit, excluded);
    var ids = new ArrayList<String>();
    long left = ALL_MAX;
    for (var entry : entries) {
      if (read && isReceipt(entry) && entry.size() <= left) {
        ids.add(entry.object());
        left -= entry.size();
      }
    }
    var blobs = objects.blobs(ids);
    var files = new ArrayList<CommittedFile>();
    for (var entry : entries) {
      var bytes = isReceipt(entry) ? blobs.get(entry.object()) : null;
      var text = bytes == null ? null : Utf8.decode(bytes).orElse(null);
      files.add(new CommittedFile(entry.path(), entry.mode(), entry.object(), text));
    }
    return files;
  }

  /// Returns the receipts that commits of the change have had and its last one has not. Too many
  /// are an error: none of them may stay unread.
  private List<String> earlier(String base, String head) throws IOException {
    var history = objects.history(base, head, receipts);
    for (var entry : objects.entries(head, List.of(receipts))) {
      history.remove(entry.object());
    }
    history.values().removeIf(size -> size > ReceiptFile.BYTES_MAX);
    long all = 0;
    for (long size : history.values()) {
      all += size;
    }
    if (all > ALL_MAX) {
      throw new IOException("its commits have had receipts of more than " + ALL_MAX + " bytes");
    }
    var texts = new ArrayList<String>();
    for (var bytes : objects.blobs(List.copyOf(history.keySet())).values()) {
      Utf8.decode(bytes).ifPresent(texts::add);
    }
    return texts;
  }

  private boolean isReceipt(Entry entry) {
    return entry.path().startsWith(receipts + "/")
        && entry.mode().equals("100644")
        && entry.size() <= ReceiptFile.BYTES_MAX;
  }

  private Optional<String> digest(String commit, String path) {
    try {
      for (var entry : objects.entries(commit, List.of(path))) {
        boolean file = entry.mode().startsWith("100") && entry.size() <= FILE_MAX;
        if (file && entry.path().equals(path)) {
          var bytes = objects.blobs(List.of(entry.object())).get(entry.object());
          return bytes == null ? Optional.empty() : Optional.of(Sha256.hex(bytes));
        }
      }
      return Optional.empty();
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
