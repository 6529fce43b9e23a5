package dev.tidemark.integrations.beads;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidemark.integrations.process.SearchPath;
import dev.tidemark.json.Json;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonException;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import dev.tidemark.port.ReadyWorkSource;
import dev.tidemark.text.BoundedFile;
import dev.tidemark.text.DiskReason;
import dev.tidemark.text.Utf8;
import dev.tidemark.workflow.fact.Fact;
import dev.tidemark.workflow.fact.WorkItem;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Work tracker adapter for Beads (R-000-24): ready work is read from its program if installed,
/// else from its file.
public final class BeadsWork implements ReadyWorkSource {
  private static final String FOLDER = ".beads";
  private static final String FILE = "issues.jsonl";
  private static final long BYTES_MAX = 32 * 1024 * 1024;

  /// The time limit of the program, in milliseconds.
  private static final long TIMEOUT_MILLIS = 10_000;

  private static final long STEP = 5;
  private static final int OUTPUT_MAX = 16 * 1024 * 1024;

  private final Path root;
  private final Map<String, String> environment;
  private final long timeoutMillis;

  /// Takes the project's root and the environment with the search path of programs; without a
  /// `PATH` in it only the file is read.
  public BeadsWork(Path root, Map<String, String> environment) {
    this(root, environment, TIMEOUT_MILLIS);
  }

  /// Returns the same with another timeout for the program, in milliseconds.
  public BeadsWork withTimeout(long millis) {
    return new BeadsWork(root, environment, millis);
  }

  BeadsWork(Path root, Map<String, String> environment, long timeoutMillis) {
    this.root = root;
    this.environment = environment;
    this.timeoutMillis = timeoutMillis;
  }

  @Override
  public Fact<Optional<List<WorkItem>>> ready() {
    var folder = root.resolve(FOLDER);
    if (!Files.isDirectory(folder)) {
      return Fact.known(Optional.empty());
    }
    var said = output();
    var items = said == null ? null : items(said);
    return items == null ? read(folder.resolve(FILE)) : Fact.known(Optional.of(items));
  }

  private static Fact<Optional<List<WorkItem>>> read(Path file) {
    try {
      if (!Files.isRegularFile(file)) {
        return Fact.known(Optional.empty());
      }
      if (Files.size(file) > BYTES_MAX) {
        return Fact.unknown(FOLDER + "/" + FILE + " is larger than " + BYTES_MAX + " bytes");
      }
      var text = Utf8.decode(BoundedFile.bytes(file));
      if (text.isEmpty()) {
        return Fact.unknown(FOLDER + "/" + FILE + " is not UTF-8 text");
      }
      var beadsIssues = BeadsIssues.of(text.get());
      var ready = Optional.of(beadsIssues.ready());
      int bad = beadsIssues.bad();
      return bad == 0
          ? Fact.known(ready)
          : Fact.partial(
              ready,
              FOLDER
                  + "/"
                  + FILE
                  + " has "
                  + bad
                  + (bad == 1 ? " line that is no issue" : " lines that are no issues"));
    } catch (IOException failure) {
      return Fact.unknown(FOLDER + "/" + FILE + " cannot be read: " + DiskReason.of(failure));
    }
  }

  /// Returns the issues in the output of the program, or null if it has another form.
  private static @Nullable List<WorkItem> items(String said) {
    Json json;
    try {
      json = JsonText.parse(said);
    } catch (JsonException noJson) {
      return null;
    }
    if (json instanceof JsonObject wrapped) {
      json = wrapped.find("data");
    }
    if (!(json instanceof JsonArray array)) {
      return null;
    }
    var items = new ArrayList<WorkItem>(array.size());
    for (int i = 0; i < array.size(); i++) {
      var issue = array.get(i) instanceof JsonObject object ? BeadsIssues.Issue.of(object) : null;
      if (issue != null) {
        items.add(issue.item());
      }
    }
    return items;
  }

  /// Returns the output of the program `bd`; null if it is missing, fails or exceeds the time
  /// limit.
  private @Nullable String output() {
    var program = SearchPath.of(environment, root).find("bd");
    if (program == null) {
      return null;
    }
    var builder =
        new ProcessBuilder(program, "ready", "--json")
            .directory(root.toFile())
            .redirectError(ProcessBuilder.Redirect.DISCARD);
    builder.environment().clear();
    builder.environment().putAll(environment);
    Process process = null;
    try {
      process = builder.start();
      process.getOutputStream().close();
      return await(process);
    } catch (IOException cannotRun) {
      return null;
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      return null;
    } finally {
      if (process != null) {
        process.destroyForcibly();
      }
    }
  }

  /// Reads the output as it comes, so that it cannot fill up and stop the program.
  private @Nullable String await(Process process) throws IOException, InterruptedException {
    var output = new ByteArrayOutputStream();
    var from = process.getInputStream();
    for (long left = timeoutMillis; !process.waitFor(STEP, TimeUnit.MILLISECONDS); left -= STEP) {
      if (left <= 0 || output.size() > OUTPUT_MAX) {
        return null;
      }
      for (int n = from.available(); n > 0; n = from.available()) {
        output.write(from.readNBytes(n));
      }
    }
    output.write(from.readNBytes(OUTPUT_MAX));
    return process.exitValue() == 0 ? output.toString(UTF_8) : null;
  }
}
