package dev.tidemark.app.main;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.Repository;
import dev.tidemark.app.cli.spec.UsageError;
import dev.tidemark.app.demo.ShellWords;
import dev.tidemark.json.JsonObject;
import dev.tidemark.testkit.Proofs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Harvests each command that an output, the brief of a new session or a played page suggests, and
/// runs it as pasted, in a copy of the project as it was at that moment. None may fail; commands in
/// the pages have to parse.
class HarvestTest {
  /// Mistakes that pages show on purpose.
  private static final List<String> INTENDED = List.of("stauts", "bpe:gpt2", "add|start");

  /// The pages whose sessions are one after the other, in one project.
  private static final Set<String> PLAYED =
      Set.of(
          "docs/getting-started.md",
          "docs/claude-code.md",
          "docs/team.md",
          "docs/counting.md",
          "docs/screens.md",
          "docs/plans.md");

  private static final Pattern BLOCK = Pattern.compile("(?m)^\\$ ((?:tidemark|echo) [^\n]*)$");
  private static final Pattern WRITTEN = Pattern.compile("echo ([\"'])(.*)\\1 > (\\S+)");
  private static final Pattern SPAN = Pattern.compile("`tidemark ([^`\n]+)`");
  private static final Pattern BRACED = Pattern.compile("\\(tidemark ([^()\n]+)\\)");
  private static final Pattern NAMED =
      Pattern.compile(
          "(?:[:>,] +|\\b(?:or|see|with|[Rr]un|then) |^ *)tidemark ([a-z][^`\n]*)",
          Pattern.MULTILINE);
  private static final Pattern END =
      Pattern.compile(" {2,}| \\(|; |, | cures: | keeps |\\. [A-Z]|\\.?$|[)]");
  private static final Pattern SHELL = Pattern.compile("(?m)^\\$? ?tidemark ([a-z][^\n]*)$");

  /// What stands for the words that the user has to replace.
  private static final Map<String, String> WORDS =
      Map.ofEntries(
          Map.entry("WORKFLOW", "implement/other"),
          Map.entry("PHASE", "design"),
          Map.entry("TEXT", "text"),
          Map.entry("FILE", "README.md"),
          Map.entry("NAME", "name"),
          Map.entry("AGENT", "codex"),
          Map.entry("WHY", "text"),
          Map.entry("REASON", "text"),
          Map.entry("RUN", "name"),
          Map.entry("ID", "a"),
          Map.entry("N", "1"));

  /// These wait for input or run until they are ended; they are parsed only.
  private static final Set<String> LONG =
      Set.of("mcp", "serve", "watch", "hook", "tour", "statusline", "install", "help");

  @TempDir private Path temp;

  /// One session: lines of the command line, and `FILE <- TEXT` for what happens beside it.
  record Session(String name, List<String> lines) {
    @Override
    public String toString() {
      return name;
    }
  }

  static Collection<Session> sessions() throws IOException {
    var sessions = new ArrayList<>(own());
    for (var page : pages()) {
      var lines = new ArrayList<String>();
      for (var block : BLOCK.matcher(Files.readString(page)).results().toList()) {
        var written = WRITTEN.matcher(block.group(1));
        if (written.find()) {
          lines.add(written.group(3) + " <- " + written.group(2));
        } else {
          lines.add(block.group(1).substring("tidemark ".length()).replace('"', '\''));
        }
      }
      lines.removeIf(line -> LONG.contains(line.split(" ", 2)[0]));
      var name = Repository.root().relativize(page).toString();
      if (PLAYED.contains(name)) {
        sessions.add(new Session(name, lines));
      }
    }
    return Proofs.sample(sessions, 6);
  }

  private static List<Session> own() {
    return List.of(
        session(
            "empty project",
            "status",
            "resume",
            "list",
            "plan",
            "gate",
            "done design",
            "history",
            "start foo",
            "doctor",
            "approve design"),
        session(
            "state",
            "start implement/auth --phases design,code,test",
            "status",
            "resume",
            "list",
            "plan",
            "enter design",
            "resume",
            "status",
            "note 'half done'",
            "done design --summary Done",
            "done design --summary Done",
            "fail code --reason No",
            "status",
            "resume",
            "list",
            "skip code",
            "start implement/auth",
            "done test",
            "finish",
            "status",
            "resume",
            "list",
            "done design",
            "archive",
            "start implement/auth"),
        session(
            "state, several runs",
            "start implement/auth --phases design,code",
            "start debug/pay --phases find,mend",
            "status",
            "resume",
            "list",
            "done design",
            "enter design --run implement/auth",
            "resume implement/auth",
            "done design --run implement/auth",
            "fail find --reason No --run debug/pay",
            "status --run debug/pay",
            "resume nope",
            "status --run nope",
            "history"),
        session(
            "several runs that wait, are blocked or have tasks",
            ".tidemark/workflows/release.yaml <- strict: true\nphases:\n  - design\n"
                + "  - name: build\n    gates:\n      - approval: design",
            "start release/v1",
            "start flow/develop",
            "start item/epic E-1",
            "done design --summary Done --run release/v1",
            "enter build --run release/v1",
            "why --run release/v1",
            "resume release/v1",
            "note --blocked-by key --run item/epic/E-1",
            "status --run item/epic/E-1",
            "memory/reports/demand.json <- {\"goal\":1}",
            "done REQUIREMENTS --run flow/develop",
            "enter ARCHITECTURE --run flow/develop",
            "resume flow/develop",
            "status --run flow/develop",
            "task add T1 --run release/v1",
            "task start T9 --run release/v1",
            "task start T9 --run item/epic/E-1",
            "task start T9 --run flow/develop",
            "done build --run release/v1",
            "done build --task T1 --run release/v1",
            "list"),
        session(
            "state, files",
            "start implement/auth --phases design,code",
            "done design --summary One",
            ".claude/state/implement-auth.json <- {garbage",
            "status",
            "resume",
            "list",
            "doctor",
            "done code",
            "show",
            "restore",
            "status",
            ".claude/state/implement-auth.json <- {\"command\":\"implement\",\"phases\":{}}",
            "status",
            "resume",
            "history",
            "diff",
            "undo",
            "restore --to 99",
            "show --at 99",
            "diff --from 99"),
        session(
            "state, conflict",
            "start implement/auth --phases design,code",
            ".claude/state/implement-auth.json <- <<<<<<< HEAD",
            "status",
            "resume",
            "doctor",
            "enter design",
            "start implement/auth",
            "start implement/auth --fresh"),
        session(
            "state, gates",
            ".tidemark/workflows/release.yaml <- phases:\n  - design\n  - name: build\n"
                + "    gates:\n      - approval: design\n      - artifact: out.txt",
            "start release/v1",
            "done design --summary Done",
            "gate",
            "enter build",
            "why",
            "approve design",
            "gate run tests",
            "gate set review",
            "resume",
            "list",
            "status"),
        session(
            "state, plan",
            "tasks.md <- # Tasks\n\n- [ ] T001 Add the table\n- [ ] T002 Add the form",
            "start implement/cart --plan tasks.md",
            "plan",
            "task start T001",
            "task add T003",
            "resume",
            "status",
            "task done T001",
            "question",
            "question --ask",
            "claim",
            "claim --release",
            "store sync",
            "start implement/cart --plan tasks.md"),
        session(
            "item",
            "start item/epic E-1",
            "status",
            "resume",
            "list",
            "plan",
            "enter 0",
            "resume",
            "done 0 --summary Done",
            "status",
            "fail 1 --reason No",
            "resume",
            "list",
            "docs/checkpoints/epic-E-1.md <- garbage",
            "status",
            "resume",
            "doctor",
            "done 1",
            "start item/epic E-1",
            "finish"),
        session(
            "phase",
            "start phase/dev",
            "status",
            "resume",
            "list",
            "plan",
            "done 0-start --summary Begun",
            "done 2-plan --summary Planned",
            "done 3-build --summary Built --complete",
            "enter 5-finalize",
            "gate",
            "resume",
            "status",
            "fail kw-3-review --reason No",
            "resume",
            ".claude-checkpoint.md <- garbage",
            "status",
            "resume",
            "doctor",
            "start phase/dev"),
        session(
            "flow",
            "start flow/develop",
            "status",
            "resume",
            "list",
            "plan",
            "enter ARCHITECTURE",
            "memory/state/demand.json <- {\"goal\":1}",
            "done REQUIREMENTS",
            "enter ARCHITECTURE",
            "approve REQUIREMENTS",
            "gate",
            "why",
            "config flow.approvals none",
            "enter ARCHITECTURE",
            "memory/reports/final_design.json <- {\"parts\":1}",
            "done ARCHITECTURE",
            "enter IMPLEMENTATION",
            "task add a",
            "task start a",
            "resume",
            "task fail a --reason No",
            "status",
            "resume",
            "task done a --status verified",
            "done IMPLEMENTATION",
            "enter VERIFICATION",
            "memory/reports/verification.json <- {\"passed\":true}",
            "done VERIFICATION",
            "enter REFLECTION",
            "memory/reports/reflection.json <- {\"learnt\":1}",
            "done REFLECTION",
            "status",
            "resume",
            "finish --run flow/develop"),
        session(
            "flow, damaged",
            "start flow/develop",
            "memory/state/phase.json <- {\"workflow_id\":",
            "status",
            "resume",
            "list",
            "doctor",
            "done REQUIREMENTS",
            "start flow/develop"));
  }

  private static Session session(String name, String... lines) {
    return new Session(name, List.of(lines));
  }

  @ParameterizedTest
  @MethodSource("sessions")
  void every_suggested_command_works_when_pasted(Session session) throws Exception {
    var tidemark = CommandLineHarness.fresh(temp.resolve("project"));
    var tried = new TreeSet<String>();
    var failures = new ArrayList<String>();
    for (var line : session.lines()) {
      int arrow = line.indexOf(" <- ");
      if (arrow > 0) {
        tidemark.scratch().write(line.substring(0, arrow), line.substring(arrow + 4) + "\n");
        continue;
      }
      var ran = tidemark.run(line);
      for (var command : suggested(ran.out() + ran.err() + brief(tidemark))) {
        var failure = failure(tidemark, command, tried.add(line + "\0" + command));
        if (failure != null) {
          failures.add(session.name() + ": " + command + "  after `" + line + "`: " + failure);
        }
      }
    }
    assertThat(tried).as("suggestions").isNotEmpty();
    assertThat(failures).as(session.name()).isEmpty();
  }

  /// Returns what a session that begins now is told.
  private String brief(CommandLineHarness tidemark) throws IOException {
    var copy = Files.createTempDirectory(temp, "brief");
    Tree.copy(tidemark.scratch().root(), copy);
    var input = JsonObject.builder();
    input.add("hook_event_name", "SessionStart").add("source", "startup").add("session_id", "s");
    var started = input.add("cwd", copy.toString()).build().toString();
    var ran = tidemark.from(copy).given(started).run("hook claude-code SessionStart");
    var answer = ran.out().isEmpty() ? null : ran.json().object("hookSpecificOutput");
    return answer == null ? "" : "\n" + answer.string("additionalContext");
  }

  private @Nullable String failure(CommandLineHarness tidemark, String command, boolean fresh)
      throws IOException {
    if (!fresh) {
      return null;
    }
    var filled = filled(command);
    var words = ShellWords.of(filled.replace('"', '\''));
    if (CommandRegistry.parse(words.toArray(String[]::new)) instanceof UsageError usageError) {
      return "does not parse: " + usageError.message();
    }
    if (LONG.contains(words.getFirst()) || !filled.equals(command)) {
      return null;
    }
    var copy = Files.createTempDirectory(temp, "copy");
    Tree.copy(tidemark.scratch().root(), copy);
    var ran = tidemark.from(copy).words(words.toArray(String[]::new));
    var said = ran.err().strip();
    if (words.getFirst().equals("approve")) {
      // Only a person may approve, and only what is there.
      boolean forWant =
          ran.exit() != 0 && (said.contains("terminal") || said.contains("nothing to approve"));
      return forWant ? null : "not refused for want of a person: " + ran.exit() + " " + said;
    }
    if (ran.exit() != 0 && !isReport(words, said)) {
      return "exit " + ran.exit() + " " + said;
    }
    return null;
  }

  /// Returns whether a command did what it was suggested for and has bad news: `doctor` and
  /// `validate` report what is wrong, and a phase of flow that is to be done once its output is
  /// written names the file.
  private static boolean isReport(List<String> words, String said) {
    return switch (words.getFirst()) {
      case "doctor", "validate" -> true;
      case "done" -> said.contains("the output of ") && said.contains(" is missing: ");
      default -> false;
    };
  }

  @Test
  void every_command_in_the_pages_parses() throws IOException {
    var failures = new TreeSet<String>();
    int count = 0;
    for (var page : pages()) {
      var text = Files.readString(page);
      var commands = new ArrayList<String>();
      SPAN.matcher(text).results().forEach(found -> commands.add(found.group(1)));
      SHELL.matcher(text).results().forEach(found -> commands.add(found.group(1)));
      for (var command : commands) {
        count++;
        var shell = command.replaceAll(" +#.*| [|<>&\\\\].*|;.*", "").replace('"', '\'');
        if (shell.contains("[") || shell.contains("'") && shell.split("'", -1).length % 2 == 0) {
          continue;
        }
        var words = ShellWords.of(filled(shell)).toArray(String[]::new);
        // A page may name a verb without the arguments that it needs; a message may not.
        boolean wrong =
            CommandRegistry.parse(words) instanceof UsageError usageError && !isPartial(usageError);
        if (wrong && INTENDED.stream().noneMatch(command::contains)) {
          failures.add(Repository.root().relativize(page) + ": " + command);
        }
      }
    }
    assertThat(count).isGreaterThan(200);
    assertThat(failures).isEmpty();
  }

  private static boolean isPartial(UsageError usageError) {
    return usageError.message().contains(" needs ");
  }

  private static List<Path> pages() throws IOException {
    var pages = new ArrayList<Path>(List.of(Repository.root().resolve("README.md")));
    try (var files = Files.walk(Repository.root().resolve("docs"))) {
      files
          .filter(file -> file.toString().endsWith(".md") && !file.toString().contains("/adr/"))
          .forEach(pages::add);
    }
    return pages;
  }

  /// Returns the commands that a text suggests, without the first word.
  static Set<String> suggested(String text) {
    var found = new TreeSet<String>();
    SPAN.matcher(text).results().forEach(it -> found.add(it.group(1)));
    var rest = SPAN.matcher(text).replaceAll("");
    BRACED.matcher(rest).results().forEach(it -> found.add(it.group(1)));
    rest = BRACED.matcher(rest).replaceAll("");
    NAMED.matcher(rest).results().forEach(it -> found.add(END.split(it.group(1), 2)[0].strip()));
    return found;
  }

  private static String filled(String command) {
    var words = new ArrayList<String>();
    for (var word : command.replace(" ...", "").split(" ", -1)) {
      words.add(WORDS.getOrDefault(word, word));
    }
    return String.join(" ", words);
  }
}
