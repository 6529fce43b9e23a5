package dev.tidemark.stores.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.store.Document;
import dev.tidemark.store.Revision;
import dev.tidemark.store.StoreException.OutcomeUnknownException;
import dev.tidemark.stores.file.io.WatchedIo;
import dev.tidemark.stores.file.io.WatchedIo.Step;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Arrays;

/// What a write may start from.
public enum Start {
  NOTHING,
  A_RECORDED_DOCUMENT,
  AN_UNRECORDED_DOCUMENT,
  AN_EDITED_DOCUMENT,
  AN_EARLIER_STATE,
  A_DOCUMENT_REMOVED_OUTSIDE,
  A_TORN_JOURNAL,
  LEFTOVERS,
  A_HALF_PUBLISHED_DOCUMENT,
  A_DOCUMENT_ON_THE_WAY,
  A_HALF_REMOVED_DOCUMENT,
  A_REMOVED_DOCUMENT,
  A_NOTED_RUN;

  /// Makes it so at a place where nothing is.
  void make(Place place) throws IOException {
    if (this == NOTHING) {
      return;
    }
    if (this == A_NOTED_RUN) {
      place.write(Wanted.NOTE);
      return;
    }
    if (this == AN_UNRECORDED_DOCUMENT) {
      Files.createDirectories(place.document().getParent());
      Files.writeString(place.document(), "theirs");
      return;
    }
    place.put("one");
    place.put("two");
    switch (this) {
      case AN_EDITED_DOCUMENT -> Files.writeString(place.document(), "theirs");
      case AN_EARLIER_STATE -> Files.writeString(place.document(), "one");
      case A_DOCUMENT_REMOVED_OUTSIDE -> Files.delete(place.document());
      case A_TORN_JOURNAL -> {
        var bytes = Files.readAllBytes(place.segment());
        Files.write(place.segment(), Arrays.copyOf(bytes, bytes.length + 5));
      }
      case LEFTOVERS ->
          Files.writeString(place.root().resolve("state/.implement-auth.json.0.tidemark-tmp"), "");
      case A_HALF_PUBLISHED_DOCUMENT -> stopAtRename(place, Wanted.REPLACEMENT, 1);
      case A_DOCUMENT_ON_THE_WAY -> stopAtRename(place, Wanted.TWO_STEPS, 2);
      case A_HALF_REMOVED_DOCUMENT -> stopAtRename(place, Wanted.REMOVAL, 1);
      case A_REMOVED_DOCUMENT -> place.write(Wanted.REMOVAL);
      default -> {}
    }
  }

  /// Begins an [earlier][Wanted#earlier] write, and stops before the `number`th time that a file
  /// takes the place of another.
  public static void stopAtRename(Place place, Wanted wanted, int number) {
    var expected = place.open().find(Place.RUN).map(Document::revision).orElse(Revision.NONE);
    var renames = new int[1];
    var io =
        new WatchedIo(
            place.io(),
            (step, path) -> {
              if (step == Step.RENAME && ++renames[0] >= number) {
                throw new IOException("stopped");
              }
            });
    try {
      place.open(io).replace(wanted.earlier(expected));
    } catch (OutcomeUnknownException stopped) {
      assertThat(stopped).hasMessageContaining("recorded");
    }
    assertThat(renames[0]).isEqualTo(number);
  }
}
