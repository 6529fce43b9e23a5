package dev.tidemark.stores.postgres;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.stores.journal.PathResolver;
import dev.tidemark.stores.journal.PathRules;
import dev.tidemark.stores.postgres.AppendStatement.Named;
import dev.tidemark.text.Utf8;
import java.util.function.ToLongFunction;

/// Resolves the keys of runs: named as their documents would be in files, so that every run can be
/// migrated there.
final class RunKeys {
  private static final int NAME_MAX_BYTES = 255;
  private static final int PATH_MAX_BYTES = 1_000;

  private final PathResolver pathResolver;
  private final ToLongFunction<CheckpointId> tokens;

  /// @param tokens the fence of each held lease; 0 without one
  RunKeys(PathResolver pathResolver, ToLongFunction<CheckpointId> tokens) {
    this.pathResolver = pathResolver;
    this.tokens = tokens;
  }

  /// Returns the key of a run for a change.
  ///
  /// @throws dev.tidemark.store.StoreException.ForbiddenException if no file could be called that
  Named claimed(CheckpointId id) {
    return new Named(id, of(id).path(), tokens.applyAsLong(id));
  }

  /// Returns the key of a run.
  ///
  /// @throws dev.tidemark.store.StoreException.ForbiddenException if no file could be called that
  Named of(CheckpointId id) {
    var path = pathResolver.pathOf(id);
    PathRules.check(id, path);
    PathRules.check(id, id.dialect());
    var item = id.item() == null ? "" : id.item();
    if (!isKeepable(id.workflow()) || !isKeepable(item)) {
      throw PathRules.refused(id, "it holds a character that no text can have");
    }
    if (path.length() > PATH_MAX_BYTES || Utf8.encode(path).length > PATH_MAX_BYTES) {
      throw PathRules.refused(id, "it is too long");
    }
    for (int begin = 0; begin <= path.length(); ) {
      int slash = path.indexOf('/', begin);
      int end = slash < 0 ? path.length() : slash;
      if (Utf8.encode(path.substring(begin, end)).length > NAME_MAX_BYTES) {
        throw PathRules.refused(id, "it is too long");
      }
      begin = end + 1;
    }
    return new Named(id, path, 0);
  }

  private static boolean isKeepable(String text) {
    return Utf8.isEncodable(text) && text.indexOf('\0') < 0;
  }
}
