package dev.tidemark.clients;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Every feature in every client: what the client does is what the table says, also where that is
/// no, so that a new version that can is noticed.
class FeaturesTest {
  @TempDir private static Path temp;
  private static final Map<Client, Lab> LABS = new EnumMap<>(Client.class);

  @BeforeAll
  static void prepare() {
    Installation.assume();
    for (var client : Client.values()) {
      LABS.put(client, new Lab(client, temp.resolve(client.actor())));
    }
  }

  static Stream<Arguments> cells() {
    return Stream.of(Client.values())
        .flatMap(
            client -> Stream.of(Feature.values()).map(feature -> Arguments.of(client, feature)));
  }

  @ParameterizedTest
  @MethodSource("cells")
  void a_client_does_what_the_table_says(Client client, Feature feature) {
    assertThat(feature.observe(LABS.get(client))).isEqualTo(FeatureTable.cell(feature, client));
  }
}
