package dev.tidemark.text;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;

/// Describes the cause of an I/O failure in words. The message of the JDK's own exceptions is often
/// only a path, and their class is the reason.
public final class DiskReason {
  private DiskReason() {}

  /// Returns the reason alone, for a sentence that has named the file.
  public static String of(IOException failure) {
    if (failure instanceof FileSystemException refused) {
      return refused.getReason() == null ? kind(refused) : refused.getReason();
    }
    if (failure instanceof CharacterCodingException) {
      return "it is not UTF-8 text";
    }
    var message = failure.getMessage();
    if (message == null) {
      return failure.getClass().getSimpleName();
    }
    int reason = message.lastIndexOf(" (");
    boolean named = failure instanceof FileNotFoundException && message.endsWith(")");
    return named && reason >= 0 ? message.substring(reason + 2, message.length() - 1) : message;
  }

  /// Returns the file of the failure, if known, and the reason.
  public static String located(IOException failure) {
    if (failure instanceof FileSystemException refused && refused.getFile() != null) {
      return refused.getFile() + ": " + of(failure);
    }
    return failure instanceof FileNotFoundException && failure.getMessage() != null
        ? failure.getMessage()
        : of(failure);
  }

  private static String kind(FileSystemException failure) {
    return switch (failure) {
      case NoSuchFileException missing -> "there is no such file or folder";
      case AccessDeniedException denied -> "permission denied";
      case FileAlreadyExistsException existing -> "it is there already";
      case NotDirectoryException file -> "it is no folder";
      case DirectoryNotEmptyException folder -> "the folder is not empty";
      default -> failure.getClass().getSimpleName();
    };
  }
}
