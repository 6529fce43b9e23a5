package dev.tidemark.app.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.testkit.Proves;
import dev.tidemark.workflow.policy.ServicePolicy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The command line and the gates understand the configuration of services alike.
@Proves("R-004-61")
class IntegrationsTest {
  @TempDir private Path root;

  private void write(String text) throws IOException {
    var file = root.resolve(Integrations.FILE);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  private void assertAgreement() {
    var read = Integrations.read(root);
    var policy =
        new ServicePolicy(
            read.vercel().policy(), read.linear().enabled(), read.linear().isNative());
    assertThat(ServicePolicy.of(text()).orElse(ServicePolicy.OFF)).isEqualTo(policy);
  }

  private String text() {
    try {
      return Files.readString(root.resolve(Integrations.FILE));
    } catch (IOException none) {
      return "{}";
    }
  }

  @Test
  void without_a_file_and_with_the_sample_both_read_the_same() throws IOException {
    assertAgreement();
    write(Integrations.SAMPLE);
    assertAgreement();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"linear\":{\"enabled\":true}}",
        "{\"linear\":{\"enabled\":true,\"use_native_automation\":false}}",
        "{\"vercel\":{\"enabled\":true}}",
        "{\"vercel\":{\"wait_for_preview\":false,\"require_preview_success\":true}}"
      })
  void what_can_be_understood_is_read_the_same(String text) throws IOException {
    write(text);
    assertAgreement();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{",
        "[]",
        "{\"vercel\":[]}",
        "{\"vercel\":{\"wait_for_preview\":1}}",
        "{\"linear\":{\"enabled\":null}}"
      })
  void what_cannot_be_understood_is_understood_by_neither(String text) throws IOException {
    write(text);
    assertThatThrownBy(() -> Integrations.read(root)).isInstanceOf(SettingsException.class);
    assertThat(ServicePolicy.of(text).isKnown()).isFalse();
  }
}
