package dev.tidemark.app.command;

import dev.tidemark.app.cli.spec.ExitCode;
import dev.tidemark.app.command.session.Session;
import dev.tidemark.app.demo.DemoRepository;
import dev.tidemark.app.demo.Tour;
import java.io.IOException;

/// The verb `tour`.
final class TourCommand {
  private final Session session;

  TourCommand(Session session) {
    this.session = session;
  }

  ExitCode walk() throws IOException {
    var place = session.place();
    try (var demoRepository =
        new DemoRepository(session.screen(), place.program().get(), place.environment())) {
      return new Tour(session.screen(), demoRepository).walk();
    }
  }
}
