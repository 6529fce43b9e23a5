package dev.tidemark.app.command.store;

import dev.tidemark.app.command.session.Session;
import dev.tidemark.app.command.verify.RunReceipts;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.evidence.CommittedFile;
import dev.tidemark.evidence.Envelope;
import dev.tidemark.evidence.Receipt;
import dev.tidemark.evidence.UnreadableReceiptException;
import dev.tidemark.security.RedactedSecret;
import dev.tidemark.store.maintenance.UncleanedFile;
import dev.tidemark.store.maintenance.UncleanedFile.Reason;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Search of a secret in the receipts of the work tree, whose statements are in base64.
///
/// @param session the session
record ReceiptSearch(Session session) {
  /// Returns the receipts that hold the secret, and the files that could not be searched.
  ///
  /// @param runs those whose receipts are searched; null for all
  List<UncleanedFile> left(RedactedSecret secret, @Nullable Set<CheckpointId> runs) {
    var left = new ArrayList<UncleanedFile>();
    var folder = session.settings().receipts();
    var root = session.project().root();
    if (folder == null || !Files.isDirectory(root.resolve(folder))) {
      return left;
    }
    try {
      for (var each : runs == null ? folders(folder) : folders(folder, runs)) {
        for (var file : RunReceipts.files(root, each)) {
          var reason = reason(file, secret);
          if (reason != null) {
            left.add(new UncleanedFile(file.path(), reason));
          }
        }
      }
    } catch (IOException failure) {
      left.add(new UncleanedFile(folder, Reason.UNREADABLE));
    }
    return left;
  }

  private List<String> folders(String folder) throws IOException {
    try (var list = Files.list(session.project().root().resolve(folder))) {
      return list.map(each -> folder + "/" + each.getFileName()).sorted().toList();
    }
  }

  private static List<String> folders(String folder, Set<CheckpointId> runs) {
    return runs.stream().map(run -> Receipt.folder(folder, run.toString())).sorted().toList();
  }

  private static @Nullable Reason reason(CommittedFile file, RedactedSecret secret) {
    var text = file.text();
    if (text == null) {
      return Reason.UNREADABLE;
    }
    try {
      var envelope = Envelope.read(text);
      return secret.isIn(envelope.payload()) ? Reason.RECEIPT : null;
    } catch (UnreadableReceiptException unreadable) {
      return secret.isIn(text) ? Reason.FOREIGN : null;
    }
  }
}
