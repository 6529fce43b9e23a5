package dev.tidemark.integrations.git;

import dev.tidemark.fuzz.Claims;
import dev.tidemark.fuzz.Scratch;
import dev.tidemark.fuzz.Target;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/// The files of git that are read without git. The sum of an input decides which it is.
public final class GitTarget implements Target {
  private static final String COMMIT = "0123456789abcdef0123456789abcdef01234567";
  private static final List<String> FILES =
      List.of(
          "HEAD", "packed-refs", "config", "refs/heads/main", "objects/01/" + COMMIT.substring(2));

  private final Path root = Scratch.folder();
  private final Path git = root.resolve(".git");

  /// Makes an empty repository.
  public GitTarget() throws IOException {
    Files.createDirectories(git.resolve("refs/heads"));
    Files.createDirectories(git.resolve("objects/01"));
    usual();
  }

  private void usual() throws IOException {
    Files.writeString(git.resolve("HEAD"), "ref: refs/heads/main\n");
    Files.writeString(git.resolve("config"), "[core]\n\tbare = false\n");
    Files.deleteIfExists(git.resolve("refs/heads/main"));
    Files.deleteIfExists(git.resolve("packed-refs"));
  }

  @Override
  public void read(byte[] input) throws IOException {
    var name = FILES.get(Math.floorMod(Arrays.hashCode(input), FILES.size()));
    Files.write(git.resolve(name), input);
    try {
      var files = GitFiles.find(root, Map.of());
      if (files != null && files.isReadable()) {
        files.workTree();
        files.history().distance(COMMIT, COMMIT.replace('0', '1'));
        files.head();
      }
    } catch (IOException expected) {
      Claims.explains(expected);
    } finally {
      usual();
    }
  }

  @Override
  public void close() {
    Scratch.remove(root);
  }
}
