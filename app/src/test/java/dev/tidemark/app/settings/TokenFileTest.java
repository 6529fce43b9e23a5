package dev.tidemark.app.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.app.settings.TokenFile.Entry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TokenFileTest {
  private static final Entry ANNA = new Entry("anna", List.of("read"), "a1", "2026-01-01");
  private static final Entry BORIS = new Entry("boris", List.of("write"), "b2", "2026-01-02");

  @TempDir Path root;
  private TokenFile file;

  @BeforeEach
  void makeFile() throws IOException {
    Files.createDirectory(root.resolve(".tidemark"));
    file = new TokenFile(root);
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
            ".tidemark/tokens.json was changed by somebody else just now; nothing was done");

    assertThat(file.read()).isEmpty();
  }
}
