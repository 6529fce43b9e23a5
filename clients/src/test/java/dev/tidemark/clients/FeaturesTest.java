package dev.tidemark.clients;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.testkit.LongProof;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Every feature in one client: what the client does is what the table says, also where that is no,
/// so that a new version that can is noticed. A class for each client, so that they run side by
/// side. What an installation is for (brief, MCP tools, guard, gate) is tried wherever the clients
/// are installed.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class FeaturesTest {
  private static final String ESSENTIAL = "OFFLINE|BRIEF|MCP|GUARD|GATE|SELF_TEST|UNINSTALL";

  private final Client client;
  private Lab lab;

  FeaturesTest(Client client) {
    this.client = client;
  }

  @BeforeAll
  void prepare(@TempDir Path temp) {
    Installation.assume();
    lab = new Lab(client, temp);
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.MATCH_ANY, names = ESSENTIAL)
  void a_client_is_installed_briefed_and_guarded_as_the_table_says(Feature feature) {
    check(feature);
  }

  @LongProof
  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.MATCH_NONE, names = ESSENTIAL)
  void a_client_does_what_the_table_says(Feature feature) {
    check(feature);
  }

  private void check(Feature feature) {
    assertThat(feature.observe(lab)).isEqualTo(FeatureTable.cell(feature, client));
  }
}
