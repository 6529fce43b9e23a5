package dev.tidemark.dialects.phase;

import dev.tidemark.checkpoint.Claim;
import dev.tidemark.checkpoint.Head;
import dev.tidemark.checkpoint.Notice;
import dev.tidemark.checkpoint.PhaseStatus;
import dev.tidemark.dialects.definition.DefinitionException;
import dev.tidemark.dialects.definition.YamlTree;
import dev.tidemark.dialects.markdown.YamlScalar;
import dev.tidemark.dialects.phase.format.GateFile;
import dev.tidemark.dialects.phase.format.PhaseIds;
import dev.tidemark.history.Evidence;
import dev.tidemark.json.Json;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonNumber;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonString;
import dev.tidemark.text.Utf8;
import dev.tidemark.workflow.FactQuery;
import dev.tidemark.workflow.Facts;
import dev.tidemark.workflow.fact.FileFact;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Project facts around the checkpoint: the facts that the rules need, and their queries.
///
/// Later questions depend on earlier answers: which spec is active, where its folder is.
final class ProjectFacts {
  private static final String ACTIVE_SPEC = ".active-spec";
  private static final String JOURNAL = "docs/vt-c-journal";
  private static final String BRANCH = "feature/spec-";
  static final String DESIGN = ".design-state.yaml";
  static final String STEPS = "state.yaml";
  private static final String SPECS_DIR = "specs_dir";

  private final Facts facts;
  private final List<Notice> notices = new ArrayList<>();

  ProjectFacts(Facts facts) {
    this.facts = facts;
  }

  /// Returns the question for a text.
  static FactQuery<Optional<String>> file(String path) {
    return FactQuery.fileText(path);
  }

  static FactQuery<List<FileFact>> journal() {
    return FactQuery.filesBelow(JOURNAL);
  }

  /// Adds the questions that lead to the folder of the active spec.
  void askForFolder(List<FactQuery<?>> asks) {
    asks.add(file(ACTIVE_SPEC));
    if (facts.has(file(ACTIVE_SPEC)) && spec() != null) {
      asks.add(file(DESIGN));
    }
  }

  /// Returns the folder if it is known by now.
  @Nullable String knownFolder() {
    return facts.has(file(DESIGN)) ? folder() : null;
  }

  /// Returns the warnings about the files that were read.
  List<Notice> notices() {
    return notices;
  }

  /// Returns the text of a file; null if there is none. An unreadable one counts as absent, with a
  /// warning.
  @Nullable String text(String path) {
    var fact = facts.get(file(path));
    if (!fact.isKnown()) {
      note("unreadable-file", fact.reason());
    }
    var text = fact.orElse(Optional.empty());
    return text.isEmpty() ? null : text.get();
  }

  /// Returns a gate; a malformed one gives a warning.
  GateFile gate(String path) {
    var gateFile = GateFile.of(path, text(path));
    if (gateFile.problem() != null) {
      note("unusable-gate", path + " does not count: " + gateFile.problem());
    }
    return gateFile;
  }

  /// Returns whether the journal records the start of the run.
  boolean isStarted() {
    return evidence().startedAt() != null;
  }

  private Evidence evidence() {
    return facts.has(FactQuery.EVIDENCE)
        ? facts.get(FactQuery.EVIDENCE).orElse(Optional.empty()).orElse(Evidence.NONE)
        : Evidence.NONE;
  }

  /// Returns whether the run was abandoned, and not opened again.
  boolean isAbandoned() {
    return evidence().worklog().abandoned() != null;
  }

  /// Returns whether the journal records a build without a passed review since, independent of the
  /// checkpoint.
  boolean isReviewDue() {
    return isReviewDue(evidence());
  }

  static boolean isReviewDue(Evidence evidence) {
    boolean due = false;
    for (var proof : evidence.proofs()) {
      if (proof.claim() instanceof Claim.GatePassed it && it.ended() && it.phase() != null) {
        var phase = it.phase().value();
        due = phase.equals(PhaseIds.BUILD) || (due && !phase.equals(PhaseIds.REVIEW));
      }
    }
    return due;
  }

  /// Returns the branch as documents name it.
  String branch() {
    var head = facts.get(FactQuery.HEAD);
    if (!head.isKnown()) {
      note("git-unreadable", "the branch cannot be determined: " + head.reason());
    }
    return Banners.branch(head.orElse(Head.NONE));
  }

  /// Returns the spec that is worked on; null if there is none (R-000-10 to R-000-12).
  @Nullable String spec() {
    var text = text(ACTIVE_SPEC);
    var named = text == null ? "" : Utf8.withoutByteOrderMark(text);
    if (!named.isBlank()) {
      return YamlScalar.oneLine(named);
    }
    var branch = facts.get(FactQuery.HEAD).orElse(Head.NONE).branch();
    return branch == null ? null : specOf(branch);
  }

  /// Returns the spec that a branch is named after, or null.
  static @Nullable String specOf(String branch) {
    if (!branch.startsWith(BRANCH)) {
      return null;
    }
    int start = BRANCH.length();
    int end = start;
    while (end < branch.length() && branch.charAt(end) >= '0' && branch.charAt(end) <= '9') {
      end++;
    }
    if (end == start || end == branch.length() || branch.charAt(end) != '-') {
      return null;
    }
    while (start < end && branch.charAt(start) == '0') {
      start++;
    }
    return "SPEC-" + "0".repeat(Math.max(0, 3 - (end - start))) + branch.substring(start, end);
  }

  /// Returns the folder of the active spec; null if there is none, or none is configured.
  @Nullable String folder() {
    var spec = spec();
    if (spec == null || !facts.has(file(DESIGN))) {
      return null;
    }
    return folderOf(spec);
  }

  /// Returns the folder of a spec; null if none is configured. An unreadable file gives a warning.
  @Nullable String folderOf(String spec) {
    try {
      return parsedFolder(spec, text(DESIGN));
    } catch (DefinitionException broken) {
      note("unreadable-file", String.valueOf(broken.getMessage()));
      return null;
    }
  }

  /// Returns the steps in the folder of the active spec; null if there are none.
  @Nullable SpecSteps steps(@Nullable String folder) {
    if (folder == null) {
      return null;
    }
    var path = folder + "/" + STEPS;
    try {
      return parsedSteps(path, text(path));
    } catch (DefinitionException broken) {
      note("unreadable-file", String.valueOf(broken.getMessage()));
      return null;
    }
  }

  /// Returns whether a file or folder is there.
  boolean exists(String path) {
    return facts.get(FactQuery.exists(path)).orElse(false);
  }

  /// Returns the entries of the journal written after a time; all of them if there is none.
  List<String> entries(@Nullable Instant after) {
    var entries = new ArrayList<FileFact>();
    for (var file : facts.get(journal()).orElse(List.of())) {
      boolean entry =
          !file.folder() && file.path().endsWith(".md") && file.path().contains("/entries/");
      if (entry && (after == null || file.modifiedAt().isAfter(after))) {
        entries.add(file);
      }
    }
    // Their names begin with the time they were made.
    entries.sort((one, other) -> other.path().compareTo(one.path()));
    var paths = new ArrayList<String>(entries.size());
    for (var entry : entries) {
      paths.add(entry.path());
    }
    return paths;
  }

  private void note(String code, String text) {
    for (var notice : notices) {
      if (notice.text().equals(text)) {
        return;
      }
    }
    notices.add(new Notice(code, text));
  }

  /// Returns the folder of a spec, without a slash at its end.
  ///
  /// @param text the content of the file of all specs; null if there is none
  /// @return null if it is missing
  /// @throws DefinitionException if the file cannot be read
  private static @Nullable String parsedFolder(String spec, @Nullable String text) {
    var folder = text == null ? null : folderIn(spec, YamlTree.read(DESIGN, text).root());
    while (folder != null && folder.endsWith("/")) {
      folder = folder.substring(0, folder.length() - 1);
    }
    return folder == null || folder.isBlank() ? null : folder;
  }

  private static @Nullable String folderIn(String spec, JsonObject root) {
    var status = root.object("specs_status");
    var entry = status == null ? null : status.object(spec);
    if (entry != null && entry.string(SPECS_DIR) != null) {
      return entry.string(SPECS_DIR);
    }
    var folders = root.object(SPECS_DIR);
    if (folders != null && folders.string(spec) != null) {
      return folders.string(spec);
    }
    for (var member : root.members()) {
      if (member.value() instanceof JsonArray list) {
        for (int i = 0; i < list.size(); i++) {
          if (list.get(i) instanceof JsonObject item
              && spec.equals(item.string("spec_id"))
              && item.string(SPECS_DIR) != null) {
            return item.string(SPECS_DIR);
          }
        }
      }
    }
    return null;
  }

  /// Returns the steps of a spec.
  ///
  /// @param file its name in messages
  /// @param text its content; null if there is none
  /// @return null if there are none
  /// @throws DefinitionException if the file cannot be read
  private static @Nullable SpecSteps parsedSteps(String file, @Nullable String text) {
    var list = text == null ? null : YamlTree.read(file, text).root().find("steps");
    return list instanceof JsonArray items && items.size() > 0 ? stepsOf(items) : null;
  }

  private static SpecSteps stepsOf(JsonArray items) {
    boolean numbered = true;
    long last = 0;
    for (int i = 0; i < items.size(); i++) {
      long number = stepNumber(items.get(i));
      numbered &= number > last && number <= Integer.MAX_VALUE;
      last = number;
    }
    var steps = new ArrayList<SpecSteps.Step>(items.size());
    for (int i = 0; i < items.size(); i++) {
      var item = items.get(i);
      int number = numbered ? (int) stepNumber(item) : i + 1;
      steps.add(new SpecSteps.Step(number, stepTitle(item), stepStatus(item)));
    }
    return new SpecSteps(List.copyOf(steps));
  }

  private static long stepNumber(Json item) {
    var id = item instanceof JsonObject object ? object.find("id") : null;
    return id instanceof JsonNumber number ? number.wholeValue().orElse(0) : 0;
  }

  private static String stepTitle(Json item) {
    if (item instanceof JsonString text) {
      return text.value();
    }
    if (item instanceof JsonObject object) {
      for (var key : List.of("name", "title", "description")) {
        var text = object.string(key);
        if (text != null && !text.isBlank()) {
          return text;
        }
      }
    }
    return "";
  }

  private static PhaseStatus stepStatus(Json item) {
    var word = item instanceof JsonObject object ? object.string("status") : null;
    if (word == null) {
      return PhaseStatus.PENDING;
    }
    return switch (word) {
      case "completed", "complete", "done" -> PhaseStatus.COMPLETE;
      case "in_progress" -> PhaseStatus.IN_PROGRESS;
      default -> PhaseStatus.PENDING;
    };
  }
}
