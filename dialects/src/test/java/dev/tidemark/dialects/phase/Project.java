package dev.tidemark.dialects.phase;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.Actor;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.Claim;
import dev.tidemark.checkpoint.ContextSummary;
import dev.tidemark.checkpoint.Head;
import dev.tidemark.checkpoint.Notice;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.dialect.Dialect;
import dev.tidemark.dialect.Workflows;
import dev.tidemark.dialects.phase.format.PhaseCheckpoint;
import dev.tidemark.dialects.phase.format.Sections;
import dev.tidemark.history.Event;
import dev.tidemark.history.Evidence;
import dev.tidemark.history.Proof;
import dev.tidemark.workflow.Blocker;
import dev.tidemark.workflow.FactQuery;
import dev.tidemark.workflow.Facts;
import dev.tidemark.workflow.change.Change;
import dev.tidemark.workflow.change.Effect;
import dev.tidemark.workflow.change.Outcome;
import dev.tidemark.workflow.change.Outcome.Fate;
import dev.tidemark.workflow.change.Outcome.Refusal;
import dev.tidemark.workflow.change.Outcome.Transition;
import dev.tidemark.workflow.change.PhaseReport;
import dev.tidemark.workflow.fact.Fact;
import dev.tidemark.workflow.fact.FileFact;
import dev.tidemark.workflow.fact.IgnoreStatus;
import dev.tidemark.workflow.fact.WorkItem;
import dev.tidemark.workflow.policy.DialectOptions;
import dev.tidemark.workflow.policy.SummaryLimit;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// A project in memory: its files, its branch, its clock, and what was said last.
public final class Project {
  public static final CheckpointId ID = new CheckpointId("phase", "dev", null);
  static final String COMMIT = "d36b6b4a1e2f3c4d5e6f7a8b9c0d1e2f3a4b5c6d";

  final Map<String, String> files = new TreeMap<>();
  final Map<String, Instant> written = new HashMap<>();
  final Map<String, List<String>> details = new HashMap<>();
  final Map<FactQuery<?>, Fact<?>> odd = new HashMap<>();
  Workflows workflows = new Workflows(List.of());
  PhaseSettings settings = PhaseSettings.USUAL;
  Instant now = Instant.parse("2026-02-13T14:30:00.999Z");
  Head head = new Head("main", COMMIT);
  IgnoreStatus ignored = IgnoreStatus.IGNORED;
  Optional<List<WorkItem>> ready = Optional.empty();
  String text = "";
  List<Notice> notices = List.of();
  List<Event> events = List.of();
  List<Claim> claims = List.of();
  List<Blocker> blockers = List.of();
  List<String> said = List.of();
  List<Effect> effects = List.of();
  List<FactQuery<?>> asked = List.of();
  Fate fate = Fate.WRITTEN;

  static Project on(String branch) {
    var project = new Project();
    project.head = new Head(branch, COMMIT);
    return project;
  }

  /// A project on the branch of a spec that is set up in the usual way.
  static Project withSpec(String... filesOfSpec) {
    var project = on("feature/spec-003-data-import");
    project.file(
        ".design-state.yaml",
        """
        specs_status:
          SPEC-003:
            status: building
            specs_dir: specs/3-data-import
        """);
    project.file("specs/3-data-import/spec.md", "# Spec\n");
    for (var file : filesOfSpec) {
      project.file("specs/3-data-import/" + file, "# " + file + "\n");
    }
    return project;
  }

  Project file(String path, String content) {
    files.put(path, content);
    return this;
  }

  Project entry(String path, String at) {
    written.put(path, Instant.parse(at));
    return file(path, "");
  }

  /// Writes the steps of the spec; each letter is one: c, i or p.
  Project steps(String states, String... names) {
    var yaml = new StringBuilder("steps:\n");
    for (int i = 0; i < states.length(); i++) {
      var status =
          switch (states.charAt(i)) {
            case 'c' -> "completed";
            case 'i' -> "in_progress";
            default -> "pending";
          };
      var name = i < names.length ? names[i] : "Part " + (i + 1);
      yaml.append("  - id: ").append(i + 1).append("\n    name: ").append(name);
      yaml.append("\n    status: ").append(status).append('\n');
    }
    return file("specs/3-data-import/state.yaml", yaml.toString());
  }

  Project gate(String branch, String status) {
    return file(".review-gate.md", "---\nbranch: " + branch + "\nstatus: " + status + "\n---\n");
  }

  /// Records a start of the run in its journal, and claims, the newest last.
  Project recorded(Claim... claims) {
    var proofs = new ArrayList<Proof>();
    for (var claim : claims) {
      proofs.add(new Proof(now, Actor.EXTERNAL, claim));
    }
    var evidence = new Evidence(now, head, proofs, List.of());
    odd.put(FactQuery.EVIDENCE, Fact.known(Optional.of(evidence)));
    return this;
  }

  /// The claim that a phase ended.
  static Claim ended(String phase) {
    return new Claim.GatePassed(new PhaseName(phase), true, COMMIT);
  }

  /// Says a word with the next change only.
  public Project saying(String word, String... values) {
    details.put(word, values.length == 0 ? List.of("") : List.of(values));
    return this;
  }

  Outcome<PhaseCheckpoint> ask(Change change) {
    var dialect = dialect();
    var before = text.isEmpty() ? null : checkpoint();
    var facts = facts(dialect, before, change);
    var outcome = dialect.rules().decide(ID, before, change, facts);
    details.clear();
    notices = outcome.notices();
    said = outcome.formatLines();
    blockers = outcome instanceof Refusal<PhaseCheckpoint> no ? no.blockers() : List.of();
    if (outcome instanceof Transition<PhaseCheckpoint> yes) {
      events = yes.events();
      claims = dialect.rules().evidence(before, change, yes, facts);
      effects = yes.effects();
      fate = yes.fate();
      if (fate == Fate.WRITTEN) {
        text = dialect.format().encode(yes.after(), text);
        assertThat(checkpoint()).as("what was encoded, decoded").isEqualTo(yes.after());
      }
    }
    return outcome;
  }

  /// Leaves a phase, which nothing forbids.
  public Project exit(String phase) {
    return exit(phase, null);
  }

  public Project exit(String phase, String summary) {
    var context = summary == null ? null : new ContextSummary(summary);
    var report = new PhaseReport(context, List.of(), List.of(), null);
    var outcome = ask(new Change.CompletePhase(new PhaseName(phase), report));
    assertThat(outcome).as("%s", blockers).isInstanceOf(Transition.class);
    return this;
  }

  /// Enters a phase, which nothing forbids.
  Project enter(String phase) {
    var outcome = ask(entering(phase));
    assertThat(outcome).as("%s", blockers).isInstanceOf(Transition.class);
    assertThat(fate).isEqualTo(Fate.UNTOUCHED);
    return this;
  }

  static Change entering(String phase) {
    return new Change.StartPhase(new PhaseName(phase), PhaseReport.NONE);
  }

  static Change leaving(String phase) {
    return new Change.CompletePhase(new PhaseName(phase), PhaseReport.NONE);
  }

  /// Asks for a change that is refused for one reason, and returns it; nothing is written.
  Blocker refused(Change change) {
    var before = text;
    assertThat(ask(change)).isInstanceOf(Refusal.class);
    assertThat(text).isEqualTo(before);
    assertThat(blockers).hasSize(1);
    assertThat(blockers.getFirst().hint()).isNotBlank();
    return blockers.getFirst();
  }

  Dialect<PhaseCheckpoint> dialect() {
    return PhaseDialect.of(workflows, settings);
  }

  PhaseCheckpoint checkpoint() {
    return dialect().format().decode(ID, text).checkpoint();
  }

  String key(String key) {
    return checkpoint().front().text(key);
  }

  public String section(String heading) {
    return Sections.of(checkpoint().body()).text(heading);
  }

  List<String> codes() {
    return notices.stream().map(Notice::code).toList();
  }

  private Facts facts(Dialect<PhaseCheckpoint> dialect, PhaseCheckpoint before, Change change) {
    var rules = dialect.rules();
    assertThat(rules.options()).containsAll(details.keySet());
    Map<FactQuery<?>, Fact<?>> answers = new HashMap<>();
    answers.put(FactQuery.HEAD, answer(FactQuery.HEAD));
    var order = new ArrayList<FactQuery<?>>();
    int known;
    do {
      known = answers.size();
      var facts = new Facts(now, SummaryLimit.DEFAULT, new DialectOptions(details), answers);
      for (var factQuery : rules.asks(before, change, facts)) {
        if (answers.putIfAbsent(factQuery, answer(factQuery)) == null) {
          order.add(factQuery);
        }
      }
    } while (answers.size() > known);
    asked = order;
    return new Facts(now, SummaryLimit.DEFAULT, new DialectOptions(details), answers);
  }

  private Fact<?> answer(FactQuery<?> factQuery) {
    if (odd.containsKey(factQuery)) {
      return odd.get(factQuery);
    }
    return switch (factQuery.kind()) {
      case HEAD -> Fact.known(head);
      case IGNORED -> Fact.known(ignored);
      case EXISTS -> Fact.known(exists(factQuery.subject()));
      case TEXT -> Fact.known(Optional.ofNullable(files.get(factQuery.subject())));
      case FILES, FILES_BELOW -> Fact.known(below(factQuery.subject()));
      case READY_WORK -> Fact.known(ready);
      case LOCATION ->
          Fact.known(factQuery.subject().replaceFirst("^\\.tidemark", "/git/tidemark/main"));
      default -> Fact.unknown("nobody asks that");
    };
  }

  private boolean exists(String path) {
    return files.keySet().stream().anyMatch(file -> (file + "/").startsWith(path + "/"));
  }

  private List<FileFact> below(String folder) {
    return files.keySet().stream()
        .filter(path -> path.startsWith(folder + "/"))
        .map(path -> new FileFact(path, 1, written.getOrDefault(path, Instant.EPOCH), false))
        .toList();
  }
}
