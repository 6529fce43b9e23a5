package dev.tidemark.stores.file.transfer;

import dev.tidemark.store.StoreException.ForbiddenException;
import dev.tidemark.store.Transfer.Item;
import dev.tidemark.stores.file.document.FileStoreContext;
import dev.tidemark.stores.file.io.AtomicFile;
import dev.tidemark.stores.file.io.StorageIo.Stat;
import dev.tidemark.stores.file.path.RunPaths;
import dev.tidemark.text.PlainText;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Validates the paths in an export archive against this store's layout, so that an import cannot
/// write anywhere else.
final class TransferPaths {
  private static final Pattern RECORD =
      Pattern.compile("(\\d{6}|[1-9]\\d{6,8})\\.jsonl(\\.torn-\\d{1,6})?");
  private static final String CONFIG = ".tidemark/config.yaml";
  private static final String WORKFLOWS = ".tidemark/workflows";
  private static final int DEPTH_MAX = 3;

  private final FileStoreContext context;
  private final List<String> dialects;

  TransferPaths(FileStoreContext context, List<String> dialects) {
    this.context = context;
    this.dialects = List.copyOf(dialects);
  }

  /// Returns whether that is the name of a part of a record.
  static boolean isRecord(String name) {
    return RECORD.matcher(name).matches();
  }

  /// Returns the path of a file from the project root, with `/` between folders.
  String path(Path file) {
    return context.stateFolder().nameOf(file);
  }

  /// Returns which run a file belongs to; null if to none.
  ///
  /// @throws ForbiddenException if it has no place here
  @Nullable RunPaths check(Item item) {
    var run = item.run();
    if (run == null) {
      boolean fine =
          switch (item.kind()) {
            case KEPT -> isKept(item.path());
            case SETTINGS -> isSettings(item.path());
            default -> false;
          };
      if (!fine) {
        throw misplaced(item);
      }
      return null;
    }
    if (!dialects.contains(run.dialect())) {
      throw misplaced(item);
    }
    var runPaths = context.paths().of(run);
    var name = item.path().substring(item.path().lastIndexOf('/') + 1);
    boolean fine =
        switch (item.kind()) {
          case DOCUMENT -> item.path().equals(runPaths.path());
          case RECORD ->
              isRecord(name) && item.path().equals(path(runPaths.journal().resolve(name)));
          default -> false;
        };
    if (!fine) {
      throw misplaced(item);
    }
    return runPaths;
  }

  private static ForbiddenException misplaced(Item item) {
    return new ForbiddenException(
        "nothing here is kept as " + PlainText.line(item.path()),
        "Import it with the version that exported it.");
  }

  private boolean isKept(String path) {
    for (var folder : folders()) {
      if (path.startsWith(folder + "/") && isPlain(path)) {
        return true;
      }
    }
    return false;
  }

  /// Returns the folder around the one in which a file is kept; null if that is the project root.
  @Nullable String above(String path) {
    for (var folder : folders()) {
      int slash = folder.lastIndexOf('/');
      if (slash > 0 && path.startsWith(folder + "/")) {
        return folder.substring(0, slash);
      }
    }
    return null;
  }

  boolean isSettings(String path) {
    boolean workflow =
        path.startsWith(WORKFLOWS + "/") && path.indexOf('/', WORKFLOWS.length() + 1) < 0;
    return path.equals(CONFIG) || (workflow && isPlain(path));
  }

  private static boolean isPlain(String path) {
    for (var part : path.split("/", -1)) {
      if (part.isEmpty() || part.equals(".") || part.equals("..")) {
        return false;
      }
    }
    return path.indexOf('\\') < 0 && path.chars().allMatch(c -> c >= ' ');
  }

  private List<String> folders() {
    var folders = new ArrayList<String>();
    for (var dialect : dialects) {
      folders.addAll(context.layout().keptOf(dialect));
    }
    return folders;
  }

  /// Returns the files that are kept beside runs, in order.
  List<String> auxiliaryFiles() throws IOException {
    var paths = new ArrayList<String>();
    for (var folder : folders()) {
      collect(folder, DEPTH_MAX, paths);
    }
    if (context.io().stat(context.root().resolve(CONFIG)) != null) {
      paths.add(CONFIG);
    }
    collect(WORKFLOWS, 1, paths);
    paths.sort(null);
    return paths;
  }

  private void collect(String folder, int depth, List<String> paths) throws IOException {
    for (var name : context.io().list(context.stateFolder().resolve(folder))) {
      var path = folder + "/" + name;
      var stat = context.io().stat(context.stateFolder().resolve(path));
      boolean temp = name.endsWith(AtomicFile.SUFFIX);
      if (stat != null && stat.kind() == Stat.Kind.FOLDER && depth > 1) {
        collect(path, depth - 1, paths);
      } else if (stat != null && stat.kind() == Stat.Kind.FILE && !temp && isPlain(path)) {
        paths.add(path);
      }
    }
  }
}
