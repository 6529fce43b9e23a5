package dev.tidemark.app.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.app.settings.TokenFile.Entry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TokenFileTest {
  private static final Entry ANNA = new Entry("anna", List.of("read"), "a1", "2026-01-01");
  private static final Entry BORIS = new Entry("boris", List.of("write"), "b2", "2026-01-02");

  @TempDir Path temp;
  private Path root;
  private TokenFile file;

  @BeforeEach
  void makeFile() throws IOException {
    root = temp.resolve("project");
    Files.createDirectories(root.resolve(".tidemark"));
    file = new TokenFile(root, Map.of("HOME", temp.resolve("home").toString()));
  }

  @Test
  void tokens_are_read_as_they_were_written() throws IOException {
    assertThat(file.read()).isEmpty();
    file.replace(List.of(), List.of(ANNA, BORIS));

    assertThat(file.read()).containsExactly(ANNA, BORIS);
  }

  @Test
  void whoever_read_them_before_somebody_else_wrote_brings_no_removed_token_back()
      throws IOException {
    file.replace(List.of(), List.of(ANNA));
    var seen = file.read();
    file.replace(seen, List.of());

    assertThatThrownBy(() -> file.replace(seen, List.of(ANNA, BORIS)))
        .isInstanceOf(IOException.class)
        .hasMessage(
            ".tidemark/tokens.json was changed by another process just now; nothing was done");

    assertThat(file.read()).isEmpty();
  }

  @Test
  void an_entry_that_was_edited_has_no_rights_and_is_named() throws IOException {
    file.replace(List.of(), List.of(ANNA, BORIS));
    var text = Files.readString(file.path());

    for (var edit : List.of("\"write\"|\"approve\"", "b2|b3", "boris|carl", "\"seal\"|\"seel\"")) {
      var parts = edit.split("\\|", -1);
      int at = text.lastIndexOf(parts[0]);
      Files.writeString(
          file.path(), text.substring(0, at) + parts[1] + text.substring(at + parts[0].length()));

      assertThat(file.read()).as(edit).containsExactly(ANNA);
      assertThat(file.tokensWithoutRights()).as(edit).hasSize(1);
    }
    file.replace(List.of(ANNA), List.of(ANNA));
    assertThat(file.tokensWithoutRights()).isEmpty();
  }

  @Test
  void a_key_in_the_project_or_of_another_user_seals_nothing() throws IOException {
    file.replace(List.of(), List.of(ANNA));
    var inside = root.resolve("tidemark");
    Files.createDirectories(inside);
    Files.copy(temp.resolve("home/.config/tidemark/seal.key"), inside.resolve("seal.key"));

    var project = new TokenFile(root, Map.of("XDG_CONFIG_HOME", root.toString()));
    assertThat(project.read()).isEmpty();
    var other = new TokenFile(root, Map.of("HOME", temp.resolve("other").toString()));
    assertThat(other.tokensWithoutRights()).containsExactly("anna");
  }
}
