package dev.tidemark.app.command.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The names of the projects of a server.
class ProjectNamesTest {
  @TempDir private Path temp;

  private List<String> names(String... folders) throws IOException {
    for (var folder : folders) {
      Files.createDirectories(temp.resolve(folder).resolve(".tidemark"));
    }
    return new ArrayList<>(ProjectNames.of(List.of(folders), temp).keySet());
  }

  @Test
  void a_project_is_called_like_its_folder_and_as_many_above_it_as_it_takes() throws IOException {
    assertThat(names("a/shop", "blog")).containsExactly("shop", "blog");
    assertThat(names("a/shop", "b/shop", "blog")).containsExactly("a-shop", "b-shop", "blog");
    assertThat(names("b/shop", "a/shop")).containsExactly("b-shop", "a-shop");
    assertThat(names("a/x/shop", "b/x/shop")).containsExactly("a-x-shop", "b-x-shop");
  }

  @Test
  void two_that_would_be_called_the_same_all_the_same_are_refused() {
    assertThatThrownBy(() -> names("a/shop", "b/shop", "c/a-shop"))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("would both be called a-shop");
  }
}
