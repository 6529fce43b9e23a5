package dev.tidemark.app.command.verify;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;

/// Attack on a pull request, or an ordinary change of one, with its expected end.
///
/// @param name in the name of the test
/// @param exit the exit code of `verify`
/// @param says part of its message
/// @param act makes the attack
record Attack(String name, int exit, String says, Consumer<PullRequest> act) {
  private static final int REFUSED = 3;
  private static final int UNVERIFIABLE = 5;

  static Attack refused(String name, String says, Consumer<PullRequest> act) {
    return new Attack(name, REFUSED, says, act);
  }

  /// Returns an ordinary change, which passes.
  static Attack allowed(String name, Consumer<PullRequest> act) {
    return new Attack(name, 0, "", act);
  }

  static Attack unreadable(String name, String says, Consumer<PullRequest> act) {
    return new Attack(name, UNVERIFIABLE, says, act);
  }

  static Consumer<PullRequest> committed(Consumer<PullRequest> act) {
    return act.andThen(PullRequest::commit);
  }

  static void link(PullRequest pull, String path, String target) {
    try {
      var file = pull.scratch().root().resolve(path);
      Files.deleteIfExists(file);
      Files.createSymbolicLink(file, Path.of(target));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Makes the change, and asserts that it ends as expected.
  void endsOn(PullRequest pull) {
    act.accept(pull);

    var ran = pull.verify("");

    assertThat(ran.exit()).as(ran.toString()).isEqualTo(exit);
    assertThat(ran.err()).contains(says);
  }

  @Override
  public String toString() {
    return name;
  }
}
