package dev.tidemark.library;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.dialect.DialectTable;
import dev.tidemark.dialect.DocumentLocator;
import dev.tidemark.dialect.FormatException;
import dev.tidemark.dialect.FormatException.UnreadableException;
import dev.tidemark.stores.file.io.StorageIo.Access;
import dev.tidemark.stores.file.path.FileLayout;
import dev.tidemark.text.Utf8;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Adapter that gives a store the document paths of the dialects.
///
/// @param dialects the dialects
/// @param receipts the folder of receipts; absent where none are written
record DialectLayout(DialectTable dialects, @Nullable String receipts) implements FileLayout {
  @Override
  public String pathOf(CheckpointId id) {
    return dialects.get(id.dialect()).locator().pathOf(id);
  }

  @Override
  public Optional<String> temporaryPathOf(CheckpointId id) {
    return dialects.get(id.dialect()).locator().temporaryPathOf(id);
  }

  @Override
  public Optional<CheckpointId> idOf(String dialect, String path) {
    return dialects.get(dialect).locator().idOf(path);
  }

  /// A file that git ignores belongs to this user's working copy, and may hold text that other
  /// users must not read.
  @Override
  public Access accessOf(CheckpointId id) {
    var tracking = dialects.get(id.dialect()).locator().tracking();
    return tracking == DocumentLocator.Tracking.IGNORED ? Access.PRIVATE : Access.SHARED;
  }

  @Override
  public List<String> untracked(String dialect) {
    return dialects.get(dialect).locator().untracked();
  }

  @Override
  public boolean isWhole(CheckpointId id, byte[] document) {
    var text = Utf8.decode(document);
    if (document.length == 0 || text.isEmpty()) {
      return false;
    }
    try {
      dialects.get(id.dialect()).format().decode(id, text.get());
      return true;
    } catch (UnreadableException halfWritten) {
      return false;
    } catch (FormatException foreign) {
      return true;
    }
  }

  @Override
  public Optional<String> archivesOf(String dialect) {
    return dialects.get(dialect).locator().archiveFolder();
  }

  @Override
  public List<String> keptOf(String dialect) {
    return dialects.get(dialect).locator().keptFolders();
  }

  @Override
  public List<String> asideOf(String dialect) {
    return dialects.get(dialect).locator().quarantineFolders();
  }

  @Override
  public List<String> roots(String dialect) {
    var roots = new ArrayList<String>();
    for (var root : dialects.roots(dialect)) {
      roots.add(root.endsWith("/") ? root.substring(0, root.length() - 1) : root);
    }
    return roots;
  }

  /// Returns the paths of checkpoints, receipts and auxiliary files, from the project root: they
  /// are excluded from the work tree's content. In a folder whose path ends with a slash that is so
  /// for records only.
  List<String> checkpoints() {
    var paths = new ArrayList<>(List.of(".tidemark/"));
    if (receipts != null) {
      paths.add(receipts.endsWith("/") ? receipts : receipts + "/");
    }
    var names = new ArrayList<>(dialects.names());
    names.addAll(dialects.parts());
    for (var name : names) {
      var documentLocator = dialects.get(name).locator();
      paths.addAll(documentLocator.roots());
      for (var path : documentLocator.untracked()) {
        if (!paths.contains(path)) {
          paths.add(path);
        }
      }
    }
    return paths;
  }
}
