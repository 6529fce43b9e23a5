package dev.tidemark.app.hook;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SessionNotesTest {
  @TempDir private Path temp;

  @Test
  void of_many_that_ask_at_once_one_is_the_first() throws Exception {
    Files.createDirectory(temp.resolve(".tidemark"));
    var asked = new ArrayList<Callable<Boolean>>();
    for (int i = 0; i < 32; i++) {
      asked.add(() -> new SessionNotes(temp, "s").first("stop"));
    }
    try (var threads = Executors.newFixedThreadPool(8)) {
      int first = 0;
      for (var answer : threads.invokeAll(asked)) {
        first += answer.get() ? 1 : 0;
      }
      assertThat(first).isEqualTo(1);
    }
    assertThat(new SessionNotes(temp, "other").first("stop")).isTrue();
  }

  @Test
  void only_the_owner_sees_them_and_no_project_gets_a_folder_for_them() throws IOException {
    assertThat(new SessionNotes(temp, "s").first("stop")).isFalse();
    assertThat(temp).isEmptyDirectory();

    Files.createDirectory(temp.resolve(".tidemark"));
    new SessionNotes(temp, "s").use(42);

    assertThat(new SessionNotes(temp, "s").used()).isEqualTo(42);
    var folder = temp.resolve(".tidemark/sessions/s");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder)))
        .isEqualTo("rwx------");
    new SessionNotes(temp, "s").emptied();
    assertThat(folder).doesNotExist();
    assertThat(new SessionNotes(temp, "s").used()).isEqualTo(-1);
  }

  @Test
  void a_name_from_outside_leads_nowhere() throws IOException {
    Files.createDirectory(temp.resolve(".tidemark"));
    for (var name :
        new String[] {"../../x", "a/b", "..", "", "\u0000", "x".repeat(500), "\ud800"}) {
      new SessionNotes(temp, name).first("stop");
    }
    try (var all = Files.walk(temp)) {
      assertThat(all.filter(Files::isRegularFile))
          .allMatch(file -> file.startsWith(temp.resolve(".tidemark/sessions")));
    }
    Files.createDirectories(temp.resolve("linked/.tidemark"));
    Files.createSymbolicLink(temp.resolve("linked/.tidemark/sessions"), temp);
    assertThat(new SessionNotes(temp.resolve("linked"), "s").first("stop")).isFalse();
  }

  @Test
  void of_sessions_that_nobody_ended_the_newest_stay() throws IOException {
    Files.createDirectory(temp.resolve(".tidemark"));
    for (int i = 0; i < 60; i++) {
      new SessionNotes(temp, "s" + i).use(1);
    }

    new SessionNotes(temp, "s0").tidy();

    try (var left = Files.list(temp.resolve(".tidemark/sessions"))) {
      assertThat(left).hasSize(50);
    }
  }
}
