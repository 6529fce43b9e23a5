package dev.tidemark.app.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.testkit.LongProof;
import dev.tidemark.testkit.Proves;
import dev.tidemark.testkit.ScratchRepository;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The main job from end to end, each command in a process of its own, with real kills.
@LongProof
class TourTest {
  @TempDir private Path temp;

  @Proves({"R-USR-07", "R-USR-25"})
  @Test
  void every_command_of_the_tour_does_what_it_should() {
    var tidemark = CommandLineHarness.in(ScratchRepository.without(temp));

    // It starts some forty commands.
    var ran = tidemark.start("tour").end(600);

    assertThat(ran.exit()).as(ran.toString()).isZero();
    assertThat(ran.err()).isEmpty();
    assertThat(ran.lines().getLast())
        .matches("The tour has ended: \\d+ commands, each as it should be\\.");
    assertThat(ran.out())
        .contains(
            "$ tidemark start implement/auth",
            "Killed (SIGKILL at the step before-recording",
            "Killed (SIGKILL at the step before-publishing",
            "Checkpoint is stale",
            "was changed outside Tidemark",
            "is put back",
            "run complete");
    assertThat(tidemark.folder()).isEmptyDirectory();
  }
}
