package dev.tidemark.dialects.state.plan;

import dev.tidemark.checkpoint.Notice;
import dev.tidemark.checkpoint.PhaseStatus;
import dev.tidemark.checkpoint.TaskStatus;
import dev.tidemark.dialects.state.format.SchemaFields;
import dev.tidemark.json.JsonMember;
import dev.tidemark.json.JsonObject;
import dev.tidemark.text.PlainText;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/// Plan: phases with tasks, in whatever form it was written (R-004-O6).
public final class TaskPlan {
  private static final int NAMED_MAX = 5;
  private static final int TITLE_MAX = 100;

  /// Task of a plan.
  ///
  /// @param id unique in its phase
  /// @param text what is to be done; may be empty
  /// @param status pending, complete or skipped
  public record Task(String id, String text, TaskStatus status) {
    /// Returns id and text, as a message names the task.
    public String title() {
      return text.isEmpty() ? id : id + " " + text;
    }

    /// Returns the entry of the document before anything else is known of the task.
    public JsonObject entry() {
      return JsonObject.builder()
          .add(SchemaFields.STATUS, status.word())
          .add(SchemaFields.DESCRIPTION, text)
          .build();
    }
  }

  /// Phase of a plan.
  ///
  /// @param title the title of its heading; empty if it has none
  /// @param listed whether the plan lists it as a phase, with tasks or without
  /// @param ticked whether the plan says that it is over
  /// @param tasks its tasks by their ids
  /// @param known other fields of its entry: decisions, notes
  public record Section(
      String name,
      String title,
      boolean listed,
      boolean ticked,
      Map<String, Task> tasks,
      JsonObject known) {
    /// Returns whether it is over: it or all its tasks are ticked off.
    public boolean isDone() {
      if (ticked || tasks.isEmpty()) {
        return ticked;
      }
      for (var task : tasks.values()) {
        if (!task.status.isDone()) {
          return false;
        }
      }
      return true;
    }

    /// Returns the entry of the document before the phase begins.
    public JsonObject entry() {
      var status = isDone() ? PhaseStatus.COMPLETE : PhaseStatus.PENDING;
      var entry =
          JsonObject.builder()
              .addIfPresent(SchemaFields.TITLE, title.isEmpty() ? null : title)
              .add(SchemaFields.STATUS, status.word())
              .build();
      for (JsonMember field : known.members()) {
        entry = SchemaFields.insert(entry, field.key(), field.value(), SchemaFields.PHASE_ORDER);
      }
      var named = JsonObject.builder();
      tasks.values().forEach(task -> named.add(task.id, task.entry()));
      return tasks.isEmpty() ? entry : entry.with(SchemaFields.TASKS, named.build());
    }
  }

  private final Map<String, Section> sections = new LinkedHashMap<>();
  private final Set<String> ids = new HashSet<>();
  private final Set<String> repeated = new LinkedHashSet<>();
  private final List<Notice> notices = new ArrayList<>();

  /// A plan without phases, to be filled by the reader of a form.
  TaskPlan() {}

  /// Opens a phase; it keeps its first title.
  void open(String name, String title) {
    var known = sections.get(name);
    if (known == null || known.title.isEmpty()) {
      put(name, shortened(title), known != null && known.listed, known != null && known.ticked);
    }
  }

  /// Opens a phase of the list of phases.
  void list(String name, String title, boolean ticked) {
    open(name, title);
    put(name, section(name).title, true, ticked);
  }

  private void put(String name, String title, boolean listed, boolean ticked) {
    var known = sections.get(name);
    var tasks = known == null ? new LinkedHashMap<String, Task>() : known.tasks;
    var fields = known == null ? JsonObject.EMPTY : known.known;
    sections.put(name, new Section(name, title, listed, ticked, tasks, fields));
  }

  /// Adds a field to the entry of an open phase.
  void know(String name, JsonObject fields) {
    var known = section(name);
    sections.put(
        name, new Section(name, known.title, known.listed, known.ticked, known.tasks, fields));
  }

  /// Adds a task to an open phase; one that is there twice keeps its first text.
  void add(String phase, Task task) {
    if (!ids.add(task.id)) {
      repeated.add(task.id);
    }
    section(phase).tasks.putIfAbsent(task.id, task);
  }

  private Section section(String open) {
    return Objects.requireNonNull(sections.get(open));
  }

  void tell(String code, String text) {
    notices.add(new Notice(code, text));
  }

  private static String shortened(String title) {
    return title.length() <= TITLE_MAX ? title : title.substring(0, TITLE_MAX) + "\u2026";
  }

  /// Returns whether a phase is open.
  boolean has(String name) {
    return sections.containsKey(name);
  }

  /// Returns the phases, in the order of the plan; headings without tasks are none.
  public List<Section> sections() {
    var all = new ArrayList<Section>();
    for (var section : sections.values()) {
      if (section.listed || !section.tasks.isEmpty()) {
        all.add(section);
      }
    }
    return all;
  }

  /// Returns the names of the phases, in the order of the plan.
  public List<String> phases() {
    var named = new ArrayList<String>();
    for (var section : sections()) {
      named.add(section.name);
    }
    return named;
  }

  /// Returns what is told of the plan.
  ///
  /// @param path where it is
  public List<Notice> notices(String path) {
    var all = new ArrayList<Notice>();
    for (var notice : notices) {
      all.add(new Notice(notice.code(), path + notice.text()));
    }
    if (!repeated.isEmpty()) {
      var which = PlainText.list(List.copyOf(repeated), NAMED_MAX);
      all.add(
          new Notice(
              "task-repeated",
              path
                  + " has more than once: "
                  + which
                  + "; only the first is reached by its number"));
    }
    return all;
  }

  /// Returns the document's entries of the phases before the first begins.
  public JsonObject entries() {
    var entries = JsonObject.builder();
    for (var section : sections()) {
      entries.add(section.name, section.entry());
    }
    return entries.build();
  }

  /// Returns how many tasks there are, and how many are done.
  String count() {
    int all = 0;
    int done = 0;
    for (var section : sections()) {
      for (var task : section.tasks.values()) {
        all++;
        done += task.status.isDone() ? 1 : 0;
      }
    }
    int phases = sections().size();
    return phases + (phases == 1 ? " phase, " : " phases, ") + done + " of " + all + " tasks done";
  }
}
