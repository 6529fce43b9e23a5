package dev.tidemark.app.view;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.engine.Redactor.OtherFiles;
import dev.tidemark.engine.Redactor.RedactionResult;
import dev.tidemark.json.Json;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonNumber;
import dev.tidemark.json.JsonObject;
import dev.tidemark.store.Archives.Archived;
import dev.tidemark.store.maintenance.UncleanedFile;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/// View of a redaction: the locations of the secret and of possible remains, never the secret
/// itself.
public final class RedactView {
  private static final int FAILED = 1;

  private final boolean dry;
  private final Map<CheckpointId, RedactionResult> held = new LinkedHashMap<>();
  private final Map<CheckpointId, ProblemView> refused = new LinkedHashMap<>();
  private final List<ProblemView> unlisted = new ArrayList<>();
  private final Set<UncleanedFile> left = new LinkedHashSet<>();

  private OtherFiles rest = new OtherFiles(List.of(), List.of(), List.of());

  private int looked;

  /// Takes whether nothing was written.
  public RedactView(boolean dry) {
    this.dry = dry;
  }

  /// Adds the matches in a run, possibly none.
  public void add(CheckpointId id, RedactionResult found) {
    looked++;
    left.addAll(found.otherFiles().uncleaned());
    if (!found.isEmpty() || !found.traces().heads().isEmpty()) {
      held.put(id, found);
    }
  }

  /// Adds a run that was left as it is.
  public void refuse(CheckpointId id, ProblemView why) {
    looked++;
    refused.put(id, why);
  }

  /// Adds why runs could not be found, and were left as they are.
  public void refuse(ProblemView why) {
    unlisted.add(why);
  }

  /// Adds the matches in auxiliary files.
  public void add(OtherFiles found) {
    rest = found;
    left.addAll(found.uncleaned());
  }

  /// Adds a file that was not cleaned.
  public void add(UncleanedFile file) {
    left.add(file);
  }

  /// Returns the reasons why the secret may remain: unlisted runs first, then the runs.
  public List<ProblemView> problems() {
    var problems = new ArrayList<>(unlisted);
    problems.addAll(refused.values());
    for (var one : left) {
      problems.add(uncleanedProblem(one));
    }
    return problems;
  }

  /// Returns `{"ok", "error", "dry_run", "runs", "held": [{"run", "document", "states", "notes",
  /// "torn", "archives", "files", "unalterable"}], "archives", "files", "refused": [{"run", "code",
  /// "message", "hint"}], "left": [{"path", "reason", "message", "hint"}]}`.
  public JsonObject json() {
    var all = new ArrayList<JsonObject>();
    held.forEach((id, found) -> all.add(json(id, found)));
    var no = new ArrayList<JsonObject>();
    refused.forEach((id, why) -> no.add(json(id, why)));
    var problems = problems();
    var json = JsonObject.builder().add("ok", problems.isEmpty());
    if (!problems.isEmpty()) {
      problems.getFirst().json().members().stream()
          .filter(member -> member.key().equals("error"))
          .forEach(member -> json.add(member.key(), member.value()));
    }
    return json.add("dry_run", dry)
        .add("runs", looked)
        .add("held", JsonArray.of(all))
        .add("archives", names(rest.copies()))
        .add("files", rest.files())
        .add("refused", JsonArray.of(no))
        .add("left", JsonArray.of(left.stream().map(RedactView::uncleanedJson).toList()))
        .build();
  }

  private static JsonObject json(CheckpointId id, RedactionResult found) {
    var traces = found.traces();
    return JsonObject.builder()
        .add("run", id.toString())
        .add("document", found.document())
        .add("states", numbers(traces.states()))
        .add("notes", numbers(List.copyOf(new TreeSet<>(traces.notes().keySet()))))
        .add("torn", traces.torn())
        .add("archives", names(found.otherFiles().copies()))
        .add("files", found.otherFiles().files())
        .add("unalterable", numbers(traces.heads()))
        .build();
  }

  private static JsonObject json(CheckpointId id, ProblemView why) {
    return JsonObject.builder()
        .add("run", id.toString())
        .add("code", why.code())
        .add("message", why.message())
        .add("hint", why.hint())
        .build();
  }

  private static List<String> names(List<Archived> copies) {
    return copies.stream().map(Archived::path).toList();
  }

  private static JsonArray numbers(List<Long> entries) {
    var numbers = new ArrayList<Json>();
    entries.forEach(entry -> numbers.add(JsonNumber.of(entry)));
    return JsonArray.of(numbers);
  }

  /// Returns one line per run with matches, and one for auxiliary files.
  public List<String> lines() {
    var lines = new ArrayList<String>();
    var taken = dry ? ": would be removed from " : ": removed from ";
    held.forEach(
        (id, found) -> {
          if (!found.isEmpty()) {
            lines.add(id + taken + places(found));
          }
          if (!found.traces().heads().isEmpty()) {
            lines.add(id + ": who acted cannot be altered, in entries " + found.traces().heads());
          }
        });
    if (!rest.isEmpty()) {
      var paths = new ArrayList<>(names(rest.copies()));
      paths.addAll(rest.files());
      lines.add("beside the runs" + taken + String.join(", ", paths));
    }
    if (lines.isEmpty() && problems().isEmpty()) {
      lines.add("it is in none of " + looked + (looked == 1 ? " run" : " runs"));
    }
    return lines;
  }

  private static String places(RedactionResult found) {
    var places = new ArrayList<String>();
    var traces = found.traces();
    if (found.document()) {
      places.add("the file");
    }
    count(traces.states().size(), "recorded state", places);
    count(traces.notes().size(), "entry's notes", places);
    count(traces.torn(), "torn file", places);
    count(found.otherFiles().copies().size(), "archived copy", places);
    count(found.otherFiles().files().size(), "kept file", places);
    return String.join(", ", places);
  }

  private static void count(int count, String what, List<String> places) {
    if (count == 1) {
      places.add("1 " + what);
    } else if (count > 1) {
      places.add(
          count
              + " "
              + switch (what) {
                case "entry's notes" -> "entries' notes";
                case "archived copy" -> "archived copies";
                default -> what + "s";
              });
    }
  }

  /// Returns its problem, with the remedy.
  private static ProblemView uncleanedProblem(UncleanedFile uncleanedFile) {
    return new ProblemView(
        FAILED,
        "not-cleaned",
        uncleanedFile.path() + " " + uncleanedReason(uncleanedFile),
        uncleanedHint(uncleanedFile));
  }

  private static String uncleanedReason(UncleanedFile uncleanedFile) {
    return switch (uncleanedFile.reason()) {
      case DAMAGED -> "was not searched: it is damaged";
      case UNREADABLE -> "was not searched: it cannot be read";
      case TOO_LARGE -> "was not searched: it is too large";
      case LINK -> "was not searched: it is a symbolic link";
      case TOO_DEEP -> "was not searched: the folder is nested too deeply";
      case NAMED -> "contains the secret in its name";
      case FOREIGN -> "contains the secret and was left unchanged";
      case RECEIPT -> "contains the secret, and a receipt cannot be altered";
    };
  }

  private static String uncleanedHint(UncleanedFile uncleanedFile) {
    return switch (uncleanedFile.reason()) {
      case DAMAGED -> "Remove it, or fix it and run this again; see tidemark doctor.";
      case UNREADABLE -> "Make it readable and run this again, or remove it.";
      case LINK -> "Check its target by hand.";
      case TOO_LARGE, TOO_DEEP -> "Check it by hand.";
      case NAMED -> "Rename it or remove it.";
      case FOREIGN -> "Remove it from that file by hand.";
      case RECEIPT -> "Remove the file, also from the git history, and record the verdict again.";
    };
  }

  /// Returns `{"path", "reason", "message", "hint"}`.
  private static JsonObject uncleanedJson(UncleanedFile uncleanedFile) {
    return JsonObject.builder()
        .add("path", uncleanedFile.path())
        .add("reason", uncleanedFile.reason().name().toLowerCase(Locale.ROOT).replace('_', '-'))
        .add("message", uncleanedFile.path() + " " + uncleanedReason(uncleanedFile))
        .add("hint", uncleanedHint(uncleanedFile))
        .build();
  }
}
