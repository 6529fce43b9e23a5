package dev.tidemark.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.testkit.Proofs;
import dev.tidemark.testkit.Proves;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Nothing that others have written makes a reader fail in a way that it does not promise.
@Proves("R-USR-14")
class HostileInputTest {
  private static final long DAY_SECONDS = 86_400;

  /// How long inputs are made up in a build: with a look at what they reach, then without.
  private static final long[] SECONDS = {2, 1};

  private static final long[] FULL_SECONDS = {40, 20};

  /// One input of so many is made up with a look at what it reaches, as long as time allows.
  private static final int GUIDED_OF = 20;

  private static final long GUIDED_SECONDS_MAX = 60;

  @ParameterizedTest
  @EnumSource
  void what_once_did_harm_does_none(Targets target) throws Exception {
    try (var reader = target.make()) {
      for (var file : Corpus.of(target)) {
        reader.read(Files.readAllBytes(file));
      }
      reader.read(new byte[0]);
    }
  }

  /// In a build for a while, all targets taking turns; by command as many as the property
  /// `tidemark.fuzz.inputs` says, each target for itself; where one is found wanting, the others
  /// are tried all the same.
  @Test
  void inputs_that_nobody_has_thought_of() throws IOException, InterruptedException {
    var inputs = Long.getLong("tidemark.fuzz.inputs");
    if (inputs == null) {
      var seconds = Proofs.areFull() ? FULL_SECONDS : SECONDS;
      var all = Campaign.ofAll();
      held("all, guided", all.guided(Integer.MAX_VALUE, seconds[0]));
      held("all, bulk", all.bulk(Long.MAX_VALUE, seconds[1]));
      return;
    }
    var found = new ArrayList<String>();
    long total = 0;
    int shares = chosen().stream().mapToInt(Targets::share).sum();
    for (var target : chosen()) {
      long share = inputs * target.share() / shares;
      var campaign = Campaign.of(target);
      var guided = campaign.guided(share / GUIDED_OF, GUIDED_SECONDS_MAX);
      found.addAll(harm(target.word() + ", guided", guided));
      var bulk = campaign.bulk(share - guided.inputs(), DAY_SECONDS);
      found.addAll(harm(target.word() + ", bulk", bulk));
      total += guided.inputs() + bulk.inputs();
    }
    System.out.printf("%,d inputs, %d targets with a defect%n", total, found.size());
    assertThat(found).isEmpty();
  }

  private static List<Targets> chosen() {
    var words = System.getProperty("tidemark.fuzz.only", "");
    var chosen = new ArrayList<Targets>();
    for (var word : words.isEmpty() ? new String[0] : words.split(",")) {
      chosen.add(Targets.named(word));
    }
    return chosen.isEmpty() ? List.of(Targets.values()) : chosen;
  }

  private static void held(String name, Campaign.Result result) {
    assertThat(harm(name, result)).isEmpty();
  }

  /// Says what came of it, and returns what was found: nothing, or one text.
  private static List<String> harm(String name, Campaign.Result result) {
    System.out.printf(
        "%-20s %,12d inputs in %,6d s, %,9d/s, slowest %s, %,d MB%n",
        name, result.inputs(), result.seconds(), result.rate(), result.slowest(), result.peak());
    return result.exit() == 0 ? List.of() : List.of(name + "\n" + told(result.log()));
  }

  /// Returns the part of a log that says what was found.
  private static String told(String log) {
    var lines = new ArrayList<String>();
    for (var line : log.split("\n")) {
      if (!line.startsWith("INFO") && !line.startsWith("#") && !line.startsWith("WARNING")) {
        lines.add(line);
      }
    }
    return String.join("\n", lines);
  }
}
