package dev.tidemark.app.command;

import static dev.tidemark.app.cli.spec.CommandEffect.READS;

import dev.tidemark.app.cli.spec.CommandGroup;
import dev.tidemark.app.cli.spec.CommandSpec;
import dev.tidemark.app.cli.spec.Example;
import dev.tidemark.app.cli.spec.ExitCode;
import dev.tidemark.app.command.session.Session;
import dev.tidemark.app.demo.DemoRepository;
import dev.tidemark.app.demo.Tour;
import java.io.IOException;
import java.util.List;

/// The verb `tour`.
public final class TourCommand {
  private final Session session;

  /// Takes the session to act in.
  public TourCommand(Session session) {
    this.session = session;
  }

  /// Specification of `tour`.
  public static CommandSpec spec() {
    return new CommandSpec(
        "tour",
        CommandGroup.SETUP,
        READS,
        "demonstrate crash, resume and restore",
        List.of(),
        List.of(),
        List.of(new Example("tidemark tour", "in a temporary project, under 30 seconds")));
  }

  /// Gives the tour.
  public ExitCode walk() throws IOException {
    var place = session.place();
    try (var demoRepository =
        new DemoRepository(session.screen(), place.program().get(), place.environment())) {
      return new Tour(session.screen(), demoRepository).walk();
    }
  }
}
