package dev.tidemark.dialects.flow.format;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.json.JsonObject;
import dev.tidemark.text.SafeName;
import dev.tidemark.text.Timestamps;
import dev.tidemark.workflow.FactQuery;
import dev.tidemark.workflow.change.Effect;
import dev.tidemark.workflow.fact.FileFact;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Archives of replaced state: folders `memory/state/.archive/{workflow_id}_{timestamp}`, of which
/// the five newest are kept (R-003-50, -52).
public final class FlowArchives {
  public static final String FOLDER = FlowFormat.FOLDER + "/.archive";

  /// The number of folders kept.
  public static final int KEPT = 5;

  /// The longest texts that are compared by meaning, in characters; longer ones are compared byte
  /// by byte, so that a file of megabytes is not parsed for each archive.
  private static final int COMPARED_MAX = 1_000_000;

  /// The end of the names of temporary files.
  private static final String TEMP = ".tidemark-tmp";

  /// The file that is moved before the others are copied.
  private static final String PASSAGE =
      FlowFormat.PASSAGE.substring(FlowFormat.PASSAGE.lastIndexOf('/'));

  private final FactTracker factTracker;
  private final List<String> planned = new ArrayList<>();
  private final List<FileFact> own = new ArrayList<>();
  private final List<Effect> effects = new ArrayList<>();
  private @Nullable String folder;
  private boolean reused;
  private boolean listed;

  public FlowArchives(FactTracker factTracker) {
    this(factTracker, List.of());
  }

  /// Takes the other effects of the same step, so that no target is occupied by then.
  public FlowArchives(FactTracker factTracker, List<Effect> before) {
    this.factTracker = factTracker;
    for (var effect : before) {
      if (effect instanceof Effect.PutFile put) {
        planned.add(put.path());
      } else if (effect instanceof Effect.CopyFile copy) {
        planned.add(copy.to());
      }
    }
  }

  /// Returns the contents of the workflow and its tasks, as far as they are there.
  public List<Content> contents() {
    var contents = new ArrayList<Content>();
    content(FlowFormat.ID, FlowFormat.FILE).ifPresent(contents::add);
    content(TasksFormat.ID, TasksFormat.FILE).ifPresent(contents::add);
    return contents;
  }

  /// Content of a file to be archived: a text or, if it is no text, its bytes.
  ///
  /// @param name its name in the archive
  /// @param path where it is
  /// @param text its text; absent if it is no text
  public record Content(String name, String path, @Nullable String text) {}

  /// Returns a document as content to archive; nothing if there is none.
  public Optional<Content> content(CheckpointId id, String path) {
    var fact = factTracker.fact(FactQuery.document(id));
    var name = path.substring(path.lastIndexOf('/') + 1);
    if (!fact.isKnown()) {
      return Optional.of(new Content(name, path, null));
    }
    return fact.orElse(Optional.empty()).map(text -> new Content(name, path, text));
  }

  /// Keeps contents in a new folder, unless there is a folder that has the same.
  ///
  /// @param workflow the id of the workflow; empty if unknown
  /// @return the folder
  public String keep(String workflow, List<Content> contents) {
    listOwn();
    for (var there : own) {
      if (name(there).startsWith(clean(workflow) + "_") && matches(there.path(), contents)) {
        folder = there.path();
        reused = true;
      }
    }
    var known = folder;
    var to = reused && known != null ? known : begin(workflow);
    for (var content : contents) {
      var text = content.text();
      if (reused && isThere(to, content)) {
        continue;
      }
      var target = to + "/" + content.name();
      effects.add(
          text == null
              ? new Effect.CopyFile(content.path(), target)
              : new Effect.PutFile(target, text));
    }
    return to;
  }

  /// Moves a file into the archive.
  ///
  /// @return where it will be
  public String move(String workflow, String path) {
    listOwn();
    var to = begin(workflow) + "/" + path.substring(path.lastIndexOf('/') + 1);
    effects.add(new Effect.MoveFile(path, to));
    return to;
  }

  /// Returns the effects, the removal of old folders at the end.
  public List<Effect> effects() {
    var all = new ArrayList<>(effects);
    if (folder == null) {
      return all;
    }
    own.sort(FlowArchives::newestFirst);
    var old = new ArrayList<String>();
    int begun = (planned.isEmpty() ? 0 : 1) + (reused ? 0 : 1);
    for (int i = KEPT - begun; i < own.size(); i++) {
      old.add(own.get(i).path());
    }
    if (!old.isEmpty()) {
      all.add(new Effect.RemoveFolders(old));
    }
    return all;
  }

  private String begin(String workflow) {
    var known = folder;
    if (known != null && !isThere(known)) {
      return known;
    }
    var base = FOLDER + "/" + clean(workflow) + "_" + stamp();
    var name = base;
    for (int number = 2; isThere(name); number++) {
      name = base + "-" + number;
    }
    folder = name;
    return name;
  }

  private boolean isThere(String path) {
    for (var file : planned) {
      if (file.startsWith(path + "/")) {
        return true;
      }
    }
    for (var found : factTracker.fact(FactQuery.files(FOLDER)).orElse(List.of())) {
      if (found.path().equals(path)) {
        return true;
      }
    }
    return false;
  }

  private void listOwn() {
    if (listed) {
      return;
    }
    listed = true;
    for (var found : factTracker.fact(FactQuery.files(FOLDER)).orElse(List.of())) {
      if (isOwn(found)) {
        own.add(found);
      }
    }
  }

  /// Whether a folder holds the same state, complete or as far as an interrupted writer had copied
  /// it: another copy would displace older ones.
  private boolean matches(String path, List<Content> contents) {
    boolean found = false;
    for (var content : contents) {
      boolean there = isThere(path, content);
      if (there && !hasContent(path, content)) {
        return false;
      }
      found |= there;
    }
    return found || isEmpty(path);
  }

  private boolean isEmpty(String path) {
    var files = factTracker.fact(FactQuery.files(path));
    for (var file : files.orElse(List.of())) {
      if (!file.path().endsWith(TEMP) && !file.path().endsWith(PASSAGE)) {
        return false;
      }
    }
    return files.isKnown();
  }

  private boolean isThere(String path, Content content) {
    return factTracker.exists(path + "/" + content.name());
  }

  private boolean hasContent(String path, Content content) {
    var text = content.text();
    var copy = path + "/" + content.name();
    if (text != null) {
      return factTracker.text(copy).filter(kept -> isSame(text, kept)).isPresent();
    }
    var digest = factTracker.fact(FactQuery.digest(content.path())).orElse(Optional.empty());
    return digest.isPresent()
        && digest.equals(factTracker.fact(FactQuery.digest(copy)).orElse(Optional.empty()));
  }

  private static boolean isSame(String one, String other) {
    boolean large = one.length() > COMPARED_MAX || other.length() > COMPARED_MAX;
    return one.equals(other)
        || (!large
            && JsonTrees.parsed(one) instanceof JsonObject a
            && JsonTrees.parsed(other) instanceof JsonObject b
            && JsonTrees.timeless(a).equals(JsonTrees.timeless(b)));
  }

  private String stamp() {
    return Timestamps.seconds(factTracker.now()).replace("-", "").replace(":", "");
  }

  private static String clean(String workflow) {
    return SafeName.clean(workflow) instanceof SafeName.Clean clean ? clean.name() : "unknown";
  }

  private static String name(FileFact folder) {
    return folder.path().substring(folder.path().lastIndexOf('/') + 1);
  }

  private static int newestFirst(FileFact one, FileFact other) {
    int order = stamp(name(other)).compareTo(stamp(name(one)));
    if (order == 0) {
      order = other.modifiedAt().compareTo(one.modifiedAt());
    }
    return order == 0 ? other.path().compareTo(one.path()) : order;
  }

  /// Returns whether an entry of the archive folder was created by this dialect, by its name.
  static boolean isOwn(FileFact found) {
    return found.folder() && !stamp(name(found)).isEmpty();
  }

  /// Returns the time in the name of an archive folder; empty for other folders.
  private static String stamp(String name) {
    int at = name.lastIndexOf('_');
    int end = at + 17;
    if (at < 1 || name.length() < end || name.charAt(end - 1) != 'Z') {
      return "";
    }
    for (int i = at + 1; i < end - 1; i++) {
      boolean right = i == at + 9 ? name.charAt(i) == 'T' : isDigit(name.charAt(i));
      if (!right) {
        return "";
      }
    }
    boolean numbered = name.length() > end + 1 && name.charAt(end) == '-';
    for (int i = end + 1; i < name.length(); i++) {
      numbered &= isDigit(name.charAt(i));
    }
    return name.length() == end || numbered ? name.substring(at + 1, end) : "";
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }
}
