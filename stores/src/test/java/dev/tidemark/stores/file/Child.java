package dev.tidemark.stores.file;

import dev.tidemark.store.Document;
import dev.tidemark.store.Revision;
import dev.tidemark.store.StoreException.BusyException;
import dev.tidemark.store.StoreException.ConflictException;
import dev.tidemark.stores.file.io.DiskIo;
import dev.tidemark.stores.file.io.WatchedIo;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Another process that uses a store, and how to start it.
final class Child {
  private Child() {}

  /// Takes what to do and the root of a project:
  ///
  /// - `count N` adds one to the document, N times, and prints `ACK n` after each;
  /// - `stop MOMENT` replaces the document and stops at a moment.
  public static void main(String[] args) {
    var place = new Place(Path.of(args[2]));
    if (args[0].equals("count")) {
      count(place.open(), Integer.parseInt(args[1]));
    } else {
      var moment = WatchedIo.Moment.valueOf(args[1]);
      Place.put(place.open(WatchedIo.stoppingAt(moment, new DiskIo(), System.out)), "stopped");
    }
  }

  private static void count(FileStore store, int times) {
    for (int done = 0; done < times; ) {
      try {
        var found = store.find(Place.RUN);
        int next = number(found.map(Document::text).orElse("")) + 1;
        var expected = found.map(Document::revision).orElse(Revision.NONE);
        Place.replace(store, text(next), expected);
        System.out.println("ACK " + next);
        done++;
      } catch (ConflictException | BusyException again) {
        // Somebody else was first.
      }
    }
  }

  /// Returns a document that holds a number and cannot be mistaken when it is only half there.
  static String text(int number) {
    var filler = "line " + number + "\n";
    return "{\"n\":"
        + number
        + ",\"filler\":\""
        + filler.repeat(300)
        + "\",\"end\":"
        + number
        + "}";
  }

  /// Returns the number in such a document; -1 if it is not whole.
  static int number(String text) {
    if (text.isEmpty()) {
      return 0;
    }
    int comma = text.indexOf(',');
    int number = Integer.parseInt(text.substring("{\"n\":".length(), comma));
    return text.equals(text(number)) ? number : -1;
  }

  /// Starts it in a process of its own.
  static Process start(Place place, String what, String how) throws IOException {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx64m"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(Child.class.getName(), what, how, place.root().toString()));
    return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
  }

  /// Returns a reader of what it prints.
  static BufferedReader output(Process process) {
    return new BufferedReader(
        new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
  }
}
