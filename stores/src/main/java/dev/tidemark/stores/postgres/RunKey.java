package dev.tidemark.stores.postgres;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.stores.journal.PathResolver;
import dev.tidemark.stores.journal.PathRules;
import dev.tidemark.text.Utf8;

/// Key of a run: its name, and the path that its document would have as a file, so that every run
/// can be migrated there.
///
/// @param token the fence of the claim that it is changed under; 0 for none
record RunKey(CheckpointId id, String path, long token) {
  private static final int NAME_MAX_BYTES = 255;
  private static final int PATH_MAX_BYTES = 1_000;

  /// Returns the key of a run without a claim.
  ///
  /// @throws dev.tidemark.store.StoreException.ForbiddenException if no file could be called that
  static RunKey of(PathResolver pathResolver, CheckpointId id) {
    var path = pathResolver.pathOf(id);
    PathRules.check(id, path);
    PathRules.check(id, id.dialect());
    var item = id.item() == null ? "" : id.item();
    if (!isStorable(id.workflow()) || !isStorable(item)) {
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
    return new RunKey(id, path, 0);
  }

  /// Returns the same key for a change under a claim.
  RunKey claimed(long fence) {
    return new RunKey(id, path, fence);
  }

  private static boolean isStorable(String text) {
    return Utf8.isEncodable(text) && text.indexOf('\0') < 0;
  }
}
