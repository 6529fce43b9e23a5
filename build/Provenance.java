import dev.tidemark.evidence.Envelope;
import dev.tidemark.json.Json;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// SLSA provenance of a release: an in-toto statement about its files, in the DSSE envelope of a
/// receipt and signed as one.
final class Provenance {
  private static final String BUILD_TYPE = "https://tidemark.dev/release/v1";

  private Provenance() {}

  /// Takes the provenance file, the list of checksums, the SSH key or an empty text, and the facts
  /// of the build: version, commit, repository, `release` or `snapshot`, the time of the files in
  /// seconds, and the versions of the tools.
  public static void main(String[] args) throws Exception {
    Path file = Path.of(args[0]);
    List<Json> subjects = new ArrayList<>();
    for (String line : Files.readAllLines(Path.of(args[1]))) {
      String[] parts = line.split("  ", 2);
      subjects.add(
          JsonObject.builder()
              .add("name", parts[1])
              .add("digest", JsonObject.builder().add("sha256", parts[0]).build())
              .build());
    }
    List<String> facts = List.of(args).subList(3, args.length);
    JsonObject statement =
        JsonObject.builder()
            .add("_type", "https://in-toto.io/Statement/v1")
            .add("subject", JsonArray.of(subjects))
            .add("predicateType", "https://slsa.dev/provenance/v1")
            .add("predicate", predicate(facts))
            .build();
    Envelope envelope = new Envelope(JsonText.compact(statement), List.of());
    if (!args[2].isEmpty()) {
      envelope = envelope.signed(signature(envelope, args[2])).orElseThrow();
    }
    Files.writeString(file, envelope.text());
  }

  private static JsonObject predicate(List<String> facts) {
    JsonObject.Builder source = JsonObject.builder();
    if (!facts.get(2).isEmpty()) {
      source.add("uri", "git+" + facts.get(2) + ".git");
    }
    source.add("digest", JsonObject.builder().add("gitCommit", facts.get(1)).build());
    JsonObject definition =
        JsonObject.builder()
            .add("buildType", BUILD_TYPE)
            .add(
                "externalParameters",
                JsonObject.builder().add("version", facts.get(0)).add("mode", facts.get(3)).build())
            .add(
                "internalParameters",
                JsonObject.builder()
                    .add("sourceDateEpoch", Long.parseLong(facts.get(4)))
                    .add("tools", facts.subList(5, facts.size()))
                    .build())
            .add("resolvedDependencies", JsonArray.of(List.<Json>of(source.build())))
            .build();
    JsonObject builder = JsonObject.builder().add("id", BUILD_TYPE + "#local").build();
    return JsonObject.builder()
        .add("buildDefinition", definition)
        .add("runDetails", JsonObject.builder().add("builder", builder).build())
        .build();
  }

  private static String signature(Envelope envelope, String key)
      throws IOException, InterruptedException {
    Path scratch = Files.createTempDirectory("tidemark-provenance-");
    try {
      Path signed = Files.write(scratch.resolve("signed"), envelope.signedBytes());
      List<String> command =
          List.of("ssh-keygen", "-q", "-Y", "sign", "-n", "tidemark-gate", "-f", key);
      List<String> words = new ArrayList<>(command);
      words.add(signed.toString());
      if (new ProcessBuilder(words).inheritIO().start().waitFor() != 0) {
        throw new IOException("ssh-keygen has not signed the provenance");
      }
      return Files.readString(scratch.resolve("signed.sig"), StandardCharsets.US_ASCII);
    } finally {
      Dist.delete(scratch);
    }
  }
}
