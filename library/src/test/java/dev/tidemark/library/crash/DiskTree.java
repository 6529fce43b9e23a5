package dev.tidemark.library.crash;

import dev.tidemark.library.crash.Inode.FileNode;
import dev.tidemark.library.crash.Inode.FolderNode;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// What a running system finds by path.
///
/// @param root the folder at the top
/// @param top what is in it
record DiskTree(Path root, FolderNode top) {
  /// Puts a file there as if it had always been there.
  ///
  /// @param bytes what is in it; absent to remove it
  /// @param numbers how many numbers are given away
  /// @return how many are given away afterwards
  long plant(String path, byte @Nullable [] bytes, long numbers) {
    long number = numbers;
    var folder = top;
    var names = path.split("/");
    for (int i = 0; i < names.length - 1; i++) {
      var next = folder.names().get(names[i]);
      if (!(next instanceof FolderNode)) {
        next = new FolderNode(++number);
        folder.names().put(names[i], next);
      }
      folder.force();
      folder = (FolderNode) next;
    }
    var name = names[names.length - 1];
    if (bytes == null) {
      folder.names().remove(name);
    } else {
      folder.names().put(name, new FileNode(++number, bytes));
    }
    folder.force();
    return number;
  }

  /// Returns what is at a path; null if nothing is.
  @Nullable Inode node(Path path) {
    if (path.equals(root)) {
      return top;
    }
    if (!path.startsWith(root)) {
      return null;
    }
    Inode node = top;
    for (var name : root.relativize(path)) {
      node = node instanceof FolderNode folder ? folder.names().get(name.toString()) : null;
    }
    return node;
  }

  /// Returns the folder that a path is in.
  FolderNode above(Path path) throws IOException {
    var parent = path.getParent();
    if (parent == null || !(node(parent) instanceof FolderNode folder)) {
      throw new NoSuchFileException(path.toString());
    }
    return folder;
  }

  /// Returns the file at a path.
  FileNode file(Path path) throws IOException {
    if (node(path) instanceof FileNode file) {
      return file;
    }
    throw new NoSuchFileException(path.toString());
  }

  static String name(Path path) {
    return String.valueOf(path.getFileName());
  }

  /// Puts all that is there onto the medium.
  static void settle(Inode node) {
    node.force();
    if (node instanceof FolderNode folder) {
      folder.names().values().forEach(DiskTree::settle);
    }
  }
}
