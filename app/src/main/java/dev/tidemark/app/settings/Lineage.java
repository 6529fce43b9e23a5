package dev.tidemark.app.settings;

import dev.tidemark.text.BoundedFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The processes that this one descends from, as far as the system shows them.
///
/// An agent may clear the variables of a command that it runs, but not those of the processes in
/// between, nor its own name.
public final class Lineage {
  private static final Path PROCESSES = Path.of("/proc");
  private static final int GENERATIONS_MAX = 64;

  private Lineage() {}

  /// One process.
  ///
  /// @param id its number
  /// @param words its command line; empty if it is not shown
  /// @param environment the variables it was started with; none if they are not shown
  public record Ancestor(long id, List<String> words, Map<String, String> environment) {
    /// Takes its own copies.
    public Ancestor {
      words = List.copyOf(words);
      environment = Map.copyOf(environment);
    }
  }

  /// Returns the ancestors of this process, the nearest first.
  public static List<Ancestor> ofThisProcess() {
    var ancestors = new ArrayList<Ancestor>();
    var next = ProcessHandle.current().parent();
    while (next.isPresent() && ancestors.size() < GENERATIONS_MAX) {
      var process = next.get();
      ancestors.add(ancestor(process));
      next = process.parent();
    }
    return ancestors;
  }

  private static Ancestor ancestor(ProcessHandle process) {
    var folder = PROCESSES.resolve(Long.toString(process.pid()));
    var words = fields(folder.resolve("cmdline"));
    if (words.isEmpty()) {
      process.info().command().ifPresent(words::add);
      words.addAll(List.of(process.info().arguments().orElse(new String[0])));
    }
    var environment = new HashMap<String, String>();
    for (var field : fields(folder.resolve("environ"))) {
      int equals = field.indexOf('=');
      if (equals > 0) {
        environment.put(field.substring(0, equals), field.substring(equals + 1));
      }
    }
    return new Ancestor(process.pid(), words, environment);
  }

  /// Returns the parts of a file of the system in which each ends with a NUL; none where it cannot
  /// be read.
  private static List<String> fields(Path file) {
    var fields = new ArrayList<String>();
    try {
      var text = new String(BoundedFile.bytes(file), StandardCharsets.UTF_8);
      int start = 0;
      for (int end = text.indexOf('\0'); end >= 0; end = text.indexOf('\0', start)) {
        fields.add(text.substring(start, end));
        start = end + 1;
      }
    } catch (IOException hidden) {
      // Another system, or somebody else's process.
    }
    return fields;
  }

  /// Returns which agent is among the ancestors, by its own name or by what it left in their
  /// variables; empty if none is.
  public static Optional<Found> agent(List<Ancestor> ancestors) {
    for (var ancestor : ancestors) {
      var name = Actors.agent(ancestor.environment());
      if (name == null) {
        name = byName(ancestor.words());
      }
      if (name != null) {
        return Optional.of(new Found(name, ancestor.id()));
      }
    }
    return Optional.empty();
  }

  /// An agent, and the process that shows it.
  public record Found(String agent, long process) {}

  /// An agent is its own program, or a script below a folder of its name that an interpreter runs.
  private static @Nullable String byName(List<String> words) {
    for (int i = 0; i < Math.min(2, words.size()); i++) {
      var parts = words.get(i).replace('\\', '/').split("/", -1);
      for (int p = 0; p < parts.length; p++) {
        boolean last = p == parts.length - 1;
        var agent = Actors.program(last ? stem(parts[p]) : parts[p], last && i == 0);
        if (agent != null) {
          return agent;
        }
      }
    }
    return null;
  }

  private static String stem(String name) {
    for (var suffix : List.of(".exe", ".cmd", ".js", ".mjs", ".cjs")) {
      if (name.endsWith(suffix)) {
        return name.substring(0, name.length() - suffix.length());
      }
    }
    return name;
  }
}
