package dev.tidemark.dialect;

import org.jspecify.annotations.Nullable;

/// Attribution of a document: what its text says about whose it is, whatever its file is called.
///
/// @param foreign whether it has the schema of another tool
/// @param workflow the workflow that it names; absent if it names none
/// @param item the item that it names; absent if it names none
public record Attribution(boolean foreign, @Nullable String workflow, @Nullable String item) {
  /// The document of another tool.
  public static final Attribution FOREIGN = new Attribution(true, null, null);

  /// Nothing is said: the name of the file decides.
  public static final Attribution UNKNOWN = new Attribution(false, null, null);

  /// Takes the names of a run as the document spells them.
  public static Attribution of(@Nullable String workflow, @Nullable String item) {
    return new Attribution(false, workflow, item);
  }
}
