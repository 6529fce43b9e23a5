package dev.tidemark.stores.journal;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.store.StoreException.ForbiddenException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PathRulesTest {
  private static final CheckpointId RUN = new CheckpointId("state", "implement", "auth");

  @ParameterizedTest
  @ValueSource(strings = {"state/implement-auth.json", ".claude/state/a:b.json", "état/x"})
  void a_path_below_the_project_is_accepted(String path) {
    assertThatCode(() -> PathRules.check(RUN, path)).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "/etc/passwd",
        "state/",
        "../x",
        "a/../b",
        "a//b",
        "a/./b",
        "a\\b",
        "\\\\server\\x",
        "C:/Users/x",
        "c:x",
        "a\tb"
      })
  void a_path_that_leads_elsewhere_on_any_system_is_refused(String path) {
    assertThatThrownBy(() -> PathRules.check(RUN, path)).isInstanceOf(ForbiddenException.class);
  }
}
