package dev.tidemark.store.maintenance;

/// Something that may still hold a secret, because it was not taken out there.
///
/// @param path where it is, from the project root
/// @param reason why
public record UncleanedFile(String path, Reason reason) {
  /// Why a secret was not taken out.
  public enum Reason {
    /// The content is truncated or corrupt, so a match cannot be excluded.
    DAMAGED,
    /// It could not be read.
    UNREADABLE,
    /// It is longer than anything that belongs to a run.
    TOO_LARGE,
    /// It is a symbolic link, which is not followed.
    LINK,
    /// It is a folder below all that belong to runs.
    TOO_DEEP,
    /// Its name holds the secret.
    NAMED,
    /// It holds the secret, and is not for Tidemark to alter, as the settings of a project are, or
    /// could not be altered.
    FOREIGN,
    /// It is a receipt that holds the secret: altered, it would be none.
    RECEIPT
  }
}
