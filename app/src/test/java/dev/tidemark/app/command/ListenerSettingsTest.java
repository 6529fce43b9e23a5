package dev.tidemark.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.testkit.Proves;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What is said of listeners that lack something, and of secrets that stand where none belong.
class ListenerSettingsTest {
  private static final String ADDRESS = "https://hooks.slack.com/services/T0/B0/zzz";

  @TempDir private Path temp;
  private Audience audience;

  @BeforeEach
  void begin() {
    audience = new Audience(temp);
  }

  @AfterEach
  void end() {
    audience.close();
  }

  @Proves("R-004-99")
  @Test
  void what_is_to_be_signed_is_held_back_until_there_is_something_to_sign_it_with() {
    audience.hooks(Audience.generic(",'secret_env':'BOARD_SECRET'"));

    var ran = audience.tidemark.run("done design");

    assertThat(ran.exit()).isZero();
    assertThat(ran.err())
        .isEqualTo("tidemark: own could not be notified: BOARD_SECRET is not set\n");
    assertThat(audience.tidemark.run("webhooks --test").lines())
        .contains("own: BOARD_SECRET is not set");
    assertThat(audience.tidemark.run("webhooks --retry").lines())
        .containsExactly("own: 0 sent, 1 pending");
    assertThat(audience.server.got()).isEmpty();
    audience.tidemark = audience.tidemark.with("BOARD_SECRET", "now it is");
    assertThat(audience.tidemark.run("webhooks --retry").lines())
        .containsExactly("own: 1 sent, 0 pending");
    assertThat(audience.server.got().getFirst().headers()).containsKey("x-checkpoint-signature");
  }

  @Test
  void a_variable_that_is_not_set_is_named() {
    audience.hooks("'name':'lost','type':'slack','url_env':'NO_SUCH_VARIABLE'");

    assertThat(audience.tidemark.run("done design").err())
        .isEqualTo("tidemark: lost could not be notified: NO_SUCH_VARIABLE is not set\n");
  }

  @Proves("R-COM-18")
  @ParameterizedTest
  @ValueSource(
      strings = {
        "'name':'a','type':'slack','url_env':'" + ADDRESS + "'",
        "'name':'a','type':'slack','url_env':['" + ADDRESS + "']",
        "'name':'a','type':'generic','url_env':'HOOK_URL','secret_env':'" + ADDRESS + "'"
      })
  void what_stands_in_place_of_the_name_of_a_variable_is_not_repeated(String fields) {
    audience.hooks(fields);
    var field = fields.contains("secret_env") ? "secret_env" : "url_env";

    var all = new StringBuilder();
    for (var verb : new String[] {"done design", "doctor", "doctor --json", "webhooks --test"}) {
      var ran = audience.tidemark.run(verb);
      assertThat(ran.out() + ran.err())
          .as(verb)
          .contains(Audience.FILE + ": [0]." + field + " is no name of a variable");
      all.append(ran.out()).append(ran.err());
    }

    assertThat(all).doesNotContain("slack.com", "zzz");
  }

  @Proves("R-COM-18")
  @Test
  void addresses_and_secrets_have_no_place_in_the_project() {
    audience.hooks(
        Audience.generic(",'secret':'hush','url':'" + ADDRESS + "'"),
        "'name':'off','type':'generic','url_env':'X','enabled':false,'URL':'" + ADDRESS + "'");

    var done = audience.tidemark.run("done design");
    var doctor = audience.tidemark.run("doctor");

    assertThat(done.err())
        .contains(Audience.FILE + ": [0].secret is not read: keys come from")
        .contains(Audience.FILE + ": [0].url is not read: keys come from")
        .contains(Audience.FILE + ": [1].URL is not read: keys come from");
    assertThat(doctor.out()).contains("[0].secret is not read").contains("[0].url is not read");
    assertThat(done.err() + doctor.out()).doesNotContain("hush", "slack.com");
    assertThat(audience.server.got()).hasSize(1);
  }

  @Test
  void a_listener_that_signs_nothing_needs_no_secret() {
    audience.hooks("'name':'issue','type':'linear','secret_env':'BOARD_SECRET'");

    assertThat(audience.tidemark.run("doctor").out()).doesNotContain("BOARD_SECRET");
  }
}
