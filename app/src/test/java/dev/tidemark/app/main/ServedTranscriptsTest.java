package dev.tidemark.app.main;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.Repository;
import dev.tidemark.app.cli.spec.ParsedCommand;
import dev.tidemark.testkit.LongProof;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Each transcript is played twice, in two equal projects: in one, each line is a process of its
/// own; in the other, a server executes the lines that it takes. Outputs, exit codes and files are
/// the same but for random numbers.
@LongProof
class ServedTranscriptsTest {
  private static final Pattern SHOWN = Pattern.compile("(?m)^\\$ (tidemark|echo) (.+)$");
  private static final Pattern WRITTEN = Pattern.compile("^([\"'])(.*)\\1 > (\\S+)$");

  /// Sizes of archives that contain digests with random salts.
  private static final Pattern SIZES = Pattern.compile("\\b\\d+ bytes\\b");

  /// Random ids and digests with random salts: each is replaced by its number in the order in which
  /// the project shows them.
  private static final Pattern IDS = Pattern.compile("wf-[0-9a-f-]+|\\b[0-9a-f]{7,64}\\b");

  /// Options of served verbs that only the process of the call itself can execute.
  private static final Set<String> OWN_PROCESS =
      Set.of("-", "--plan", "--summary-file", "--local", "--verbose", "--root");

  /// Verbs that do not end, start agents or take minutes, and are not served.
  private static final Set<String> LEFT_OUT = Set.of("serve", "mcp", "tour", "install", "store");

  @TempDir private Path temp;

  private final Map<Path, Map<String, String>> ids = new HashMap<>();

  /// The time in both projects, a second later with each line.
  private Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);

  private static Stream<String> pages() throws IOException {
    var docs = Repository.root().resolve("docs");
    try (var files = Files.walk(docs)) {
      var pages = new ArrayList<String>();
      for (var file : files.filter(each -> each.toString().endsWith(".md")).sorted().toList()) {
        if (SHOWN.matcher(Files.readString(file)).find()) {
          pages.add("docs/" + docs.relativize(file));
        }
      }
      return pages.stream();
    }
  }

  private CommandLineHarness project(String name) {
    return CommandLineHarness.fresh(temp.resolve(name)).with("TZ", "Europe/Berlin").at(() -> now);
  }

  @ParameterizedTest
  @MethodSource("pages")
  void a_page_that_is_played_through_a_server_prints_the_same(String name) throws IOException {
    var cold = project("cold");
    var warm = project("warm");
    var shown = SHOWN.matcher(Files.readString(Repository.root().resolve(name)));
    while (shown.find()) {
      var line = shown.group(2);
      var written = WRITTEN.matcher(line);
      if (!shown.group(1).equals("echo")) {
        assertSame(cold, warm, CommandLineHarness.split(line.replace('"', '\'')));
      } else if (written.find()) {
        cold.scratch().write(written.group(3), written.group(2) + "\n");
        warm.scratch().write(written.group(3), written.group(2) + "\n");
      }
    }
    assertThat(files(warm)).isEqualTo(files(cold));
  }

  @Test
  void the_commands_that_agents_use_and_their_hooks_have_the_same_answers_from_a_server()
      throws IOException {
    var cold = project("cold");
    var warm = project("warm");
    var verbs = new TreeSet<String>();
    for (var name : List.of("prepare", "changes", "reads", "hooks", "quiet", "all")) {
      for (var line : Files.readAllLines(Repository.root().resolve("build/training/" + name))) {
        if (line.isBlank() || line.startsWith("#") || line.startsWith("[")) {
          continue;
        }
        var parts = line.split(" < ", 2);
        var input = parts.length > 1 ? parts[1] : "";
        var words = CommandLineHarness.split(parts[0]);
        if (assertSame(cold.given(input), warm.given(input), words)) {
          verbs.add(words.getFirst());
        }
      }
    }
    assertThat(verbs)
        .contains("start", "enter", "done", "fail", "skip", "note", "task", "resume", "status")
        .contains("list", "why", "history", "hook", "statusline");
    assertThat(files(warm)).isEqualTo(files(cold));
  }

  /// Runs a line in both projects.
  ///
  /// @return whether the server has executed it
  private boolean assertSame(CommandLineHarness cold, CommandLineHarness warm, List<String> words) {
    if (words.isEmpty() || LEFT_OUT.contains(words.getFirst())) {
      return false;
    }
    var line = words.toArray(new String[0]);
    now = now.plusSeconds(1);
    var own = cold.cold(line);
    var served = ServedCalls.run(warm, line);
    boolean wrong = !(CommandRegistry.parse(line) instanceof ParsedCommand);
    boolean verb =
        CommandRegistry.parse(line) instanceof ParsedCommand parsed && parsed.verb().served();
    boolean hook = Set.of("hook", "statusline").contains(words.getFirst());
    boolean taken = hook || wrong || (verb && Collections.disjoint(words, OWN_PROCESS));
    assertThat(served != null).as("%s", words).isEqualTo(taken);
    assertThat(shape(warm, served == null ? warm.cold(line) : served))
        .as("%s", words)
        .isEqualTo(shape(cold, own));
    return served != null;
  }

  private String shape(CommandLineHarness harness, Ran ran) {
    return "exit " + ran.exit() + "\n" + text(harness, ran.out() + "\nerrors:\n" + ran.err());
  }

  private String text(CommandLineHarness harness, String text) {
    var root = harness.scratch().root();
    var known = ids.computeIfAbsent(root, _ -> new HashMap<>());
    var plain = text.replace(String.valueOf(root.getParent()), "/folder");
    return IDS.matcher(SIZES.matcher(plain).replaceAll("<varies>"))
        .replaceAll(id -> known.computeIfAbsent(id.group(), _ -> "<id " + known.size() + ">"));
  }

  /// Returns the files of a project, with the histories and without what is in `.git`.
  private TreeMap<String, String> files(CommandLineHarness harness) throws IOException {
    var root = harness.scratch().root();
    var contents = new TreeMap<String, String>();
    try (var all = Files.walk(root)) {
      for (var file : all.filter(Files::isRegularFile).sorted().toList()) {
        var name = root.relativize(file).toString();
        if (!name.startsWith(".git/")) {
          var text =
              name.matches(".*[.](?:gz|zip|tidemark)") ? "" : text(harness, Files.readString(file));
          contents.put(text(harness, name), text);
        }
      }
    }
    contents.put("history", text(harness, harness.cold("list", "--all", "--json").out()));
    return contents;
  }
}
