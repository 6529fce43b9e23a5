package dev.tidemark.stores.file;

import dev.tidemark.checkpoint.Actor;
import dev.tidemark.history.Event;
import dev.tidemark.history.Evidence;
import dev.tidemark.store.DocumentWrite;
import dev.tidemark.store.DocumentWrite.Kind;
import dev.tidemark.store.RecordMetadata;
import dev.tidemark.store.Revision;
import java.util.List;

/// One write of every kind.
public enum Wanted {
  REPLACEMENT,
  NOTE,
  REMOVAL,
  TWO_STEPS;

  /// The documents on the way of [#TWO_STEPS].
  static final List<String> VIA = List.of("{ first }", "{ first, second }");

  /// What is recorded of the write.
  static final Event NEWS = new Event.WorkflowReopened();

  /// Returns the write.
  DocumentWrite write(Revision expected) {
    return write(expected, "after", NEWS);
  }

  /// Returns a write of this kind that differs from [#write(Revision)].
  DocumentWrite earlier(Revision expected) {
    return write(expected, "earlier", new Event.DocumentSaved());
  }

  private DocumentWrite write(Revision expected, String text, Event event) {
    var recordMetadata =
        new RecordMetadata(Place.NOW, Actor.tool("test"), List.of(event), Evidence.NONE);
    return switch (this) {
      case REPLACEMENT -> new DocumentWrite(Place.RUN, text, expected, recordMetadata);
      case NOTE -> DocumentWrite.note(Place.RUN, expected, recordMetadata);
      case REMOVAL -> DocumentWrite.removal(Place.RUN, expected, recordMetadata);
      case TWO_STEPS ->
          new DocumentWrite(
              Place.RUN, Kind.REPLACE, text, expected, recordMetadata, VIA, DocumentWrite.ANY);
    };
  }

  /// Returns how many steps it takes at least.
  ///
  /// @param exists whether there is a document
  int steps(boolean exists) {
    return switch (this) {
      case REPLACEMENT -> 7;
      case NOTE -> 2;
      case REMOVAL -> exists ? 9 : 2;
      case TWO_STEPS -> 15;
    };
  }

  /// Returns how many of them wait for the medium, at least.
  ///
  /// @param exists whether there is a document
  int forces(boolean exists) {
    return switch (this) {
      case REPLACEMENT -> 3;
      case NOTE -> 1;
      case REMOVAL -> exists ? 3 : 1;
      case TWO_STEPS -> 5;
    };
  }

  /// Returns the text of the document afterwards.
  ///
  /// @param before the text of it before
  String after(String before) {
    return switch (this) {
      case REPLACEMENT, TWO_STEPS -> "after";
      case NOTE -> before;
      case REMOVAL -> "";
    };
  }
}
