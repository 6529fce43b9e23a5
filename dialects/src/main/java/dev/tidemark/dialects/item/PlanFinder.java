package dev.tidemark.dialects.item;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.dialect.FormatException;
import dev.tidemark.dialects.item.format.ItemCheckpoint;
import dev.tidemark.dialects.item.format.ItemFormat;
import dev.tidemark.dialects.item.format.ItemFrontMatter;
import dev.tidemark.dialects.item.format.PhaseRow;
import dev.tidemark.dialects.markdown.Lines;
import dev.tidemark.dialects.markdown.MarkdownSafeText;
import dev.tidemark.dialects.markdown.YamlScalar;
import dev.tidemark.text.CodeFences;
import dev.tidemark.text.PlainText;
import dev.tidemark.workflow.Blocker;
import dev.tidemark.workflow.FactQuery;
import dev.tidemark.workflow.Facts;
import dev.tidemark.workflow.change.Change.StartRun;
import dev.tidemark.workflow.change.PlanFile;
import dev.tidemark.workflow.fact.FileFact;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Finds the plan document that has the phases of a command (R-001-08).
final class PlanFinder {
  private static final String FOLDER = "docs/plans";

  /// A limit beyond any real number of plans.
  private static final int PLANS_MAX = 300;

  private static final String HEADING = "## Phase ";

  private final CheckpointId id;
  private final @Nullable ItemCheckpoint before;
  private final @Nullable StartRun start;
  private final Facts facts;

  PlanFinder(
      CheckpointId id, @Nullable ItemCheckpoint before, @Nullable StartRun start, Facts facts) {
    this.id = id;
    this.before = before;
    this.start = start;
    this.facts = facts;
  }

  /// Result of the search: a plan, or the reason why there is none.
  ///
  /// @param path where it is; empty if there is none
  /// @param rows its phases
  /// @param blocker why there is none; absent if there is one
  record Plan(String path, List<PhaseRow> rows, @Nullable Blocker blocker) {
    static Plan refused(String code, String reason, String hint) {
      return new Plan("", List.of(), Blocker.refused(code, reason, hint));
    }
  }

  /// Returns the facts needed next to find it; none before it is known how the run was begun.
  List<FactQuery<?>> asks() {
    if (before == null && !facts.has(FactQuery.NEWEST_START)) {
      return List.of();
    }
    var asks = new ArrayList<FactQuery<?>>();
    var path = namedPlan();
    if (path != null) {
      asks.add(FactQuery.fileText(path));
      if (facts.has(FactQuery.fileText(path)) && text(path) == null) {
        asks.add(FactQuery.exists(path));
      }
      return asks;
    }
    asks.add(FactQuery.files(FOLDER));
    for (var file : candidates()) {
      asks.add(FactQuery.fileText(file));
    }
    return asks;
  }

  /// Returns the plan, once everything asked for is known.
  Plan find() {
    var path = namedPlan();
    if (path == null) {
      var found = matching();
      if (found.size() != 1) {
        return ambiguousPlan(found);
      }
      path = found.getFirst();
    }
    var text = text(path);
    if (text == null) {
      return new Plan("", List.of(), PlanFile.missing(id, path, facts));
    }
    var rows = rows(text);
    return rows.isEmpty()
        ? Plan.refused(
            "no-phases",
            path + " has no headings such as \"## Phase 1: Name\"",
            "Write the plan in phases, or name another with --plan FILE")
        : new Plan(path, rows, null);
  }

  private Plan ambiguousPlan(List<String> found) {
    var hint = PlanFile.hint(id);
    if (!found.isEmpty()) {
      return Plan.refused(
          "which-plan", "several plans fit " + id.item() + ": " + String.join(", ", found), hint);
    }
    var all = candidates();
    var there = all.isEmpty() ? "none" : String.join(", ", all);
    return Plan.refused(
        "no-plan", "no plan in " + FOLDER + " fits " + id.item() + "; there are: " + there, hint);
  }

  /// Returns the plan that the user named, or null.
  private @Nullable String namedPlan() {
    var named = facts.options().value(ItemContext.PLAN);
    if (named != null) {
      return clean(named);
    }
    var there = before;
    if (there != null) {
      return ofContext(there);
    }
    if (start != null) {
      var item = start.item();
      if (item != null && item.strip().endsWith(".md")) {
        var path = clean(item.strip());
        return path.indexOf('/') < 0 ? FOLDER + "/" + path : path;
      }
    }
    var begun = facts.get(FactQuery.NEWEST_START).orElse(Optional.empty());
    var words = begun.isEmpty() ? null : begun.get().event().words().get(ItemContext.PLAN);
    return words == null || words.isEmpty() || begun.get().ended() ? null : words.getFirst();
  }

  /// Returns the plan that a checkpoint names in its key context, or null.
  static @Nullable String ofContext(ItemCheckpoint checkpoint) {
    for (var entry : checkpoint.body().context()) {
      if (entry.startsWith("Plan:")) {
        var path = MarkdownSafeText.path(entry);
        return path.isEmpty() ? entry.substring("Plan:".length()).strip() : path;
      }
    }
    return null;
  }

  /// Returns the checkpoint in a document; null if it cannot be read, because it cannot be resumed
  /// then.
  static @Nullable ItemCheckpoint ofDocument(CheckpointId id, String document) {
    try {
      return new ItemFormat().decode(id, document).checkpoint();
    } catch (FormatException damaged) {
      return null;
    }
  }

  private static String clean(String path) {
    var slashed = path.strip().replace('\\', '/');
    return slashed.startsWith("./") ? slashed.substring(2) : slashed;
  }

  private List<String> candidates() {
    var ask = FactQuery.files(FOLDER);
    var paths = new ArrayList<String>();
    if (facts.has(ask)) {
      for (var file : facts.get(ask).orElse(List.<FileFact>of())) {
        if (!file.folder() && file.path().endsWith(".md") && paths.size() < PLANS_MAX) {
          paths.add(file.path());
        }
      }
    }
    return paths;
  }

  private List<String> matching() {
    var item = String.valueOf(id.item()).toLowerCase(Locale.ROOT);
    var found = new ArrayList<String>();
    for (var path : candidates()) {
      var name = path.substring(path.lastIndexOf('/') + 1).toLowerCase(Locale.ROOT);
      var text = text(path);
      var feature = text == null ? null : ItemFrontMatter.valueOf(text, "feature");
      if (PlainText.hasWords(name, item)
          || (feature != null && feature.strip().equalsIgnoreCase(item))) {
        found.add(path);
      }
    }
    return found;
  }

  private @Nullable String text(String path) {
    var ask = FactQuery.fileText(path);
    return facts.has(ask) ? facts.get(ask).orElse(Optional.empty()).orElse(null) : null;
  }

  /// Returns the phases in the order of the document, as pending rows.
  private static List<PhaseRow> rows(String document) {
    var rows = new ArrayList<PhaseRow>();
    var lines = new Lines(document);
    var fences = new CodeFences();
    for (int i = 0; i < lines.size(); i++) {
      var line = lines.get(i);
      if (!fences.takes(line) && line.startsWith(HEADING)) {
        add(rows, line.substring(HEADING.length()));
      }
    }
    return rows;
  }

  private static void add(List<PhaseRow> rows, String rest) {
    int colon = rest.indexOf(':');
    var number = colon < 0 ? "" : rest.substring(0, colon).strip();
    var name = colon < 0 ? "" : MarkdownSafeText.line(rest.substring(colon + 1));
    if (!YamlScalar.isNumber(number) || name.isEmpty()) {
      return;
    }
    for (var phaseRow : rows) {
      if (phaseRow.name().equals(name)) {
        return;
      }
    }
    rows.add(PhaseRow.pending(number, name));
  }
}
