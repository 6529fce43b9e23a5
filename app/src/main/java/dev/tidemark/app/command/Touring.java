package dev.tidemark.app.command;

import dev.tidemark.app.cli.ExitCode;
import dev.tidemark.app.tour.Stage;
import dev.tidemark.app.tour.Tour;
import java.io.IOException;

/// The verb `tour`.
final class Touring {
  private final Session session;

  Touring(Session session) {
    this.session = session;
  }

  ExitCode walk() throws IOException {
    var place = session.place();
    try (var stage = new Stage(session.screen(), place.program().get(), place.environment())) {
      return new Tour(session.screen(), stage).walk();
    }
  }
}
