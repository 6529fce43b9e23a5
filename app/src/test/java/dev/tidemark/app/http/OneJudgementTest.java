package dev.tidemark.app.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.hook.Fixture;
import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.app.main.Served;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import dev.tidemark.testkit.Proofs;
import dev.tidemark.workflow.policy.ApprovalEvidence;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Consistency of all interfaces: state, verdict and next phase of a run are the same in the brief,
/// the status, the list, the session-start hook, the status line, over HTTP and MCP; `enter`, task
/// verbs and the runner do what the verdict says. Runs of each format are generated, with edits of
/// their files by another program.
class OneJudgementTest {
  private static final String GATED =
      """
      format: %s
      phases:
        - design
        - name: code
          gates:
            - approval: design
        - name: test
          gates:
            - artifact: done.txt
              at: done
        - rel
      """;

  private static final String AGENT =
      """
      #!/bin/sh
      cat > /dev/null
      echo started >> agent.log
      exit 3
      """;

  private static final String META =
      "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
          + "\"io.modelcontextprotocol/clientCapabilities\":{}}";

  private static final Pattern NEXT = Pattern.compile("(?m)^next: (\\S+) {2}\\((.*)\\)$");

  /// A format with a run, and the edits of its file that change what it has of the phases.
  enum Format {
    STATE("state/feat/a", ".claude/state/feat-a.json", "design", "code", "test", "rel") {
      @Override
      String edited(String text, Random random) {
        var root = (JsonObject) JsonText.parse(text);
        var phases = JsonObject.builder();
        for (var phase : phases()) {
          var status = List.of("pending", "in_progress", "complete").get(random.nextInt(3));
          phases.add(phase, JsonObject.builder().add("status", status).build());
        }
        var lists =
            JsonText.parse(
                "{\"current_phase\": null, \"completed_phases\": [], \"pending_phases\": []}");
        return JsonText.compact(root.with("state", lists).with("phases", phases.build()));
      }
    },
    ITEM("item/epic/E-1", "docs/checkpoints/epic-E-1.md", "design", "code", "test", "rel") {
      @Override
      String edited(String text, Random random) {
        int current = 1 + random.nextInt(4);
        var lines = new StringBuilder();
        for (var line : text.lines().toList()) {
          var row = line.matches("\\| [1-4] \\|.*");
          int number = row ? line.charAt(2) - '0' : 0;
          var state =
              number < current
                  ? " done | 2026-11-28T10:00:00Z |"
                  : number == current ? " in_progress | — |" : " pending | — |";
          lines
              .append(row ? line.replaceFirst("^(\\| . \\| \\w+ \\|).*", "$1" + state) : line)
              .append('\n');
        }
        return lines.toString().replaceFirst("current_phase: .*", "current_phase: " + current);
      }
    },
    FLOW(
        "flow/develop",
        "memory/state/phase.json",
        "REQUIREMENTS",
        "ARCHITECTURE",
        "IMPLEMENTATION",
        "VERIFICATION") {
      @Override
      String edited(String text, Random random) {
        var root = (JsonObject) JsonText.parse(text);
        var progress = List.of("pending", "in_progress", "failed").get(random.nextInt(3));
        return JsonText.compact(
            root.with("current_phase", phases().get(random.nextInt(3)))
                .with("phase_status", progress));
      }
    },
    PHASE("phase/dev", ".claude-checkpoint.md", "2-plan", "3-build", "4-review", "5-finalize") {
      @Override
      String edited(String text, Random random) {
        var next = phases().get(random.nextInt(phases().size()));
        return text.replaceFirst("next_phase: .*", "next_phase: " + next);
      }
    };

    private final String run;
    private final String file;
    private final List<String> phases;

    Format(String run, String file, String... phases) {
      this.run = run;
      this.file = file;
      this.phases = List.of(phases);
    }

    List<String> phases() {
      return phases;
    }

    /// Returns the file as another program leaves it.
    abstract String edited(String text, Random random);
  }

  @TempDir private Path temp;

  private CommandLineHarness begin(Format format, int seed) throws IOException {
    var folder = Files.createDirectory(temp.resolve(format + "-" + seed));
    var tidemark = CommandLineHarness.fresh(folder);
    var scratch = tidemark.scratch();
    scratch.write(".gitignore", ".claude/state/\n.tidemark/\nagent.log\n.claude-checkpoint.md\n");
    scratch.write("agent.sh", AGENT);
    scratch.write("memory/reports/demand.json", "{\"goal\":1}\n");
    if (format == Format.STATE || format == Format.ITEM) {
      var name = format == Format.STATE ? "feat" : "epic";
      scratch.write(
          ".tidemark/workflows/" + name + ".yaml",
          GATED.formatted(format.name().toLowerCase(java.util.Locale.ROOT)));
    }
    scratch.commit("Agent");
    tidemark.after("start " + format.run);
    return tidemark;
  }

  /// Changes the run or its file, and returns what the command printed.
  private static String step(CommandLineHarness tidemark, Format format, Random random) {
    var phase = format.phases.get(random.nextInt(format.phases.size()));
    var run = " --run " + format.run;
    return switch (random.nextInt(9)) {
      case 0, 1 -> tidemark.run("done " + phase + run + " --yes").out();
      case 2 -> tidemark.run("done " + format.phases.getFirst() + run + " --yes").out();
      case 3 -> tidemark.run("enter " + phase + run).out();
      case 4 -> tidemark.run("fail " + phase + run + " --reason 'does not compile'").out();
      case 5 -> tidemark.run("note" + run + " --blocked-by 'no key'").out();
      case 6 ->
          tidemark
              .consenting(ApprovalEvidence.INTERACTION)
              .run("approve " + format.phases.getFirst() + run)
              .out();
      default -> {
        edit(tidemark, format, random);
        yield "";
      }
    };
  }

  private static void edit(CommandLineHarness tidemark, Format format, Random random) {
    var file = tidemark.scratch().root().resolve(format.file);
    try {
      if (Files.exists(file)) {
        Files.writeString(file, format.edited(Files.readString(file), random));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @ParameterizedTest
  @EnumSource
  void every_interface_tells_the_same_of_a_run(Format format) throws IOException {
    for (int seed = 0; seed < Proofs.tries(40, 1); seed++) {
      var random = new Random(seed);
      var tidemark = begin(format, seed);
      try (var served = Served.at(tidemark)) {
        for (int i = 0; i < 4; i++) {
          var printed = step(tidemark, format, random);
          var when = "seed " + seed + ", step " + i;
          compareNext(tidemark, format, printed, when);
          var judgement = compare(tidemark, served, format, when);
          if (judgement == null) {
            break;
          }
        }
      }
      obeyed(tidemark, format, "seed " + seed);
    }
  }

  /// Compares what the interfaces tell; returns null if the run is over.
  private static @Nullable String compare(
      CommandLineHarness tidemark, Served served, Format format, String when) {
    var run = " --run " + format.run;
    var brief = tidemark.run("resume --json --dry-run" + run).json();
    var status = tidemark.run("status --json" + run).json();
    var verdict = Objects.requireNonNull(brief.object("verdict"), when + ": " + brief);
    var told = judgement(brief);
    assertThat(judgement(status)).as("status, %s", when).isEqualTo(told);
    if ("done".equals(status.string("state"))) {
      return null;
    }

    var listed = (JsonObject) tidemark.run("list --json").json().array("runs").get(0);
    assertThat(listed.string("state")).as("list, %s", when).isEqualTo(brief.string("state"));
    assertThat(listed.string("phase")).as("list, %s", when).isEqualTo(brief.string("next_phase"));
    var kind = String.valueOf(verdict.string("kind"));
    boolean goesOn = kind.equals("continue") || kind.equals("re-run");
    if (!goesOn) {
      assertThat(status.string("command")).as(when).isEqualTo(listed.string("command"));
    }

    var line = "Verdict: " + kind;
    var phase = verdict.string("phase");
    line += phase == null ? "" : (kind.equals("re-run") ? " phase " : " at ") + phase;
    var text = tidemark.run("resume --dry-run" + run).out();
    assertThat(text).as(when).contains(line);
    var hook = tidemark.given(Fixture.claude("SessionStart-startup").text(tidemark.folder()));
    assertThat(hook.run("hook claude-code SessionStart").out()).as("hook, %s", when).contains(line);

    var state = String.valueOf(brief.string("state"));
    var shown =
        tidemark
            .given(Fixture.claude("statusline").text(tidemark.folder()))
            .run("statusline")
            .out();
    for (var word : List.of("failed", "stuck", "blocked")) {
      boolean has = shown.contains(word.toUpperCase(java.util.Locale.ROOT));
      assertThat(has).as("status line %s, %s", shown, when).isEqualTo(state.equals(word));
    }
    if (brief.string("waiting_for") != null) {
      assertThat(shown).as(when).contains("waiting for " + brief.string("waiting_for"));
    }

    var path = "/api/runs/" + format.run.replace("/", "%2F");
    var visitor = Visitor.bearer(served);
    assertThat(judgement(visitor.get(path).json())).as("page, %s", when).isEqualTo(told);
    assertThat(judgement(visitor.get(path + "/brief").json()))
        .as("brief of the page, %s", when)
        .isEqualTo(told);
    assertThat(judgement(mcp(visitor, "tidemark_status", format)))
        .as("MCP, %s", when)
        .isEqualTo(told);
    return told;
  }

  /// What a change names as the next step is the next step of the verdict.
  private static void compareNext(
      CommandLineHarness tidemark, Format format, String printed, String when) {
    var next = NEXT.matcher(printed);
    if (next.find()) {
      var brief = tidemark.run("resume --json --dry-run --run " + format.run).json();
      var verdict = Objects.requireNonNull(brief.object("verdict"), when);
      var told = when + ": " + printed + verdict;
      assertThat(next.group(1)).as(told).isEqualTo(verdict.string("phase"));
      var command = String.valueOf(verdict.string("command"));
      int cut = Math.max(0, command.indexOf("tidemark "));
      assertThat(next.group(2)).as(told).contains(command.substring(cut));
    }
  }

  private static JsonObject mcp(Visitor visitor, String tool, Format format) {
    var reply =
        visitor
            .with("MCP-Protocol-Version: 2026-07-28")
            .with("Mcp-Method: tools/call")
            .with("Mcp-Name: " + tool)
            .post(
                "/mcp",
                "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"tools/call\",\"params\":{\"name\":\""
                    + tool
                    + "\",\"arguments\":{\"run\":\""
                    + format.run
                    + "\"},"
                    + META
                    + "}}");
    var result = Objects.requireNonNull(reply.json().object("result"), reply.body());
    return Objects.requireNonNull(result.object("structuredContent"), reply.body());
  }

  /// Returns state and verdict in one text.
  private static String judgement(JsonObject json) {
    var verdict = Objects.requireNonNull(json.object("verdict"), () -> json.toString());
    return json.string("state")
        + ": "
        + verdict.string("kind")
        + " "
        + verdict.string("phase")
        + " "
        + verdict.string("because");
  }

  /// What a verdict forbids is refused, and no agent is started; what it allows is not refused for
  /// a gate.
  private static void obeyed(CommandLineHarness tidemark, Format format, String when) {
    var run = " --run " + format.run;
    var brief = tidemark.run("resume --json --dry-run" + run).json();
    var verdict = Objects.requireNonNull(brief.object("verdict"));
    var next = brief.string("next_phase");
    if (next == null || "done".equals(brief.string("state"))) {
      return;
    }
    var kind = String.valueOf(verdict.string("kind"));
    boolean gate =
        List.of("waiting-for-person", "gate-closed")
            .contains(String.valueOf(verdict.string("because")));
    int entered = tidemark.run("enter " + next + run + " --dry-run").exit();
    if (gate) {
      assertThat(entered).as("enter, %s: %s", when, brief).isIn(3, 4);
    } else {
      assertThat(entered).as("enter, %s: %s", when, brief).isNotEqualTo(3);
    }
    if (gate && brief.string("phase") != null && format != Format.PHASE) {
      int added = tidemark.run("task add T001 --dry-run" + run).exit();
      assertThat(added).as("task, %s: %s", when, brief).isIn(3, 4);
    }
    tidemark.run("run" + run + " --command 'sh agent.sh' --sandbox off --yes");
    boolean started = Files.exists(tidemark.scratch().root().resolve("agent.log"));
    boolean asks = List.of("ask", "merge", "repair").contains(kind);
    assertThat(started && asks).as("agent, %s: %s", when, brief).isFalse();
    var after = tidemark.run("status --json" + run).json();
    var state = started ? "stuck" : brief.string("state");
    assertThat(after.string("state")).as("after run, %s: %s", when, after).isEqualTo(state);
    assertThat(judgement(tidemark.run("resume --json --dry-run" + run).json()))
        .isEqualTo(judgement(after));
  }
}
