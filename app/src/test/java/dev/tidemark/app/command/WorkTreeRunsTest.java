package dev.tidemark.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.json.JsonObject;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Runs of other work trees of a repository: shown everywhere, changed only where they are.
class WorkTreeRunsTest {
  @TempDir private Path temp;
  private CommandLineHarness main;
  private CommandLineHarness agent;
  private Path linked;

  @BeforeEach
  void prepare() {
    main = CommandLineHarness.fresh(temp);
    linked = main.folder().resolveSibling("agent tree");
    main.scratch().git("worktree", "add", "--quiet", linked.toString(), "-b", "agent");
    agent = CommandLineHarness.in(main.scratch().at(linked));
  }

  private String cd(Path folder) {
    var path = folder.toString();
    return "cd " + (path.contains(" ") || path.length() > 64 ? "'" + path + "'" : path);
  }

  private void remove() {
    main.scratch().git("worktree", "remove", "--force", linked.toString());
  }

  private static String start(CommandLineHarness from, String reason) {
    var event =
        JsonObject.builder()
            .add("hook_event_name", "SessionStart")
            .add("source", reason)
            .add("session_id", "s")
            .add("cwd", from.folder().toString())
            .build();
    return from.given(event.toString()).run("hook claude-code SessionStart").out();
  }

  @Test
  void a_list_has_a_group_of_the_runs_of_other_work_trees() {
    main.after("start implement/own");
    agent.after("start implement/auth --phases design,code", "done design --summary Ready");

    assertThat(main.run("list").lines()).element(3).isEqualTo("Other work trees (1)");
    assertThat(main.run("list").out())
        .contains("work tree " + linked + ", branch agent: " + cd(linked))
        .contains("state/implement/auth  1/2 code");
    var row =
        (JsonObject) main.run("list --json").json().array("other_work_trees").elements().get(0);
    assertThat(row.string("run")).isEqualTo("state/implement/auth");
    assertThat(row.string("work_tree")).isEqualTo(linked.toString());
    assertThat(row.string("branch")).isEqualTo("agent");
    assertThat(row.toString()).contains("\"removed\":false");
  }

  @Test
  void finished_runs_of_other_work_trees_are_listed_with_all_only() {
    agent.after("start implement/auth --phases design", "done design", "finish");

    assertThat(main.run("list").out()).doesNotContain("Other work trees");
    assertThat(main.run("list --all").out()).contains("state/implement/auth");
  }

  @Test
  void where_no_run_is_open_those_of_other_work_trees_are_named_with_the_command_to_go_there() {
    agent.after("start implement/auth --phases design,code", "done design");
    var line =
        "state/implement/auth: 1 of 2 phases done, at code, in the work tree "
            + linked
            + " (branch agent): "
            + cd(linked);

    assertThat(main.run("status").lines())
        .containsExactly("no run is open in this work tree; open elsewhere:", line);
    assertThat(main.run("resume").lines())
        .containsExactly("nothing to resume: there is no unfinished run here", line);
    assertThat(main.run("resume --json").json().array("other_work_trees").elements()).hasSize(1);
    assertThat(start(main, "startup")).contains("| " + line).doesNotContain("Begin one");
    assertThat(start(main, "resume")).isEmpty();
    assertThat(main.given("{}").run("statusline").out())
        .isEqualTo("no run here; state/implement/auth in " + linked + "\n");
  }

  @Test
  void at_most_three_are_named() {
    for (int i = 1; i <= 5; i++) {
      agent.after("start implement/a" + i);
    }

    assertThat(main.run("status").lines()).hasSize(5).last().isEqualTo("2 more: tidemark list");
    assertThat(start(main, "startup")).contains("| 2 more: tidemark list");
    assertThat(main.given("{}").run("statusline").out()).endsWith(", 2 more\n");
  }

  @Test
  void a_work_tree_with_an_open_run_names_no_others() {
    main.after("start implement/own");
    agent.after("start implement/auth");

    assertThat(main.run("status").out()).doesNotContain("implement/auth");
    assertThat(start(main, "startup")).doesNotContain("implement/auth");
    assertThat(main.given("{}").run("statusline").out()).doesNotContain("implement/auth");
  }

  @Test
  void a_run_that_only_another_work_tree_has_can_be_read() {
    agent.after("start implement/auth --phases design,code", "done design --decision 'No JWT'");

    var brief = main.run("resume --run auth");
    assertThat(brief.exit()).isZero();
    assertThat(brief.lines().getFirst())
        .isEqualTo("run of the work tree " + linked + " (branch agent)");
    assertThat(brief.out()).contains("decided: [design] No JWT", "branch (unchanged)");
    assertThat(brief.lines().getLast()).isEqualTo("work at it there: " + cd(linked));
    assertThat(main.run("resume --run auth --json").json().string("work_tree"))
        .isEqualTo(linked.toString());
    assertThat(main.run("status auth").lines().getLast())
        .isEqualTo("work at it there: " + cd(linked));
    assertThat(main.run("history auth").out()).contains("run of the work tree", "decided: No JWT");
    assertThat(main.run("done code --run auth").exit()).isNotZero();
    assertThat(main.run("resume --run auth --phase 9").err()).contains("has no phase 9");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "enter design --run auth",
        "done design --run auth",
        "show auth",
        "why auth",
        "diff auth",
        "note --goal G --run auth",
        "note hi --run auth",
      })
  void a_verb_about_a_run_that_only_another_work_tree_has_is_refused_with_the_command_to_go_there(
      String verb) {
    agent.after("start implement/auth --phases design,code");

    var ran = main.run(verb);

    assertThat(ran.exit()).isEqualTo(1);
    assertThat(ran.err())
        .isEqualTo(
            "tidemark: state/implement/auth is in the work tree "
                + linked
                + " (branch agent)\nhint: Work at it there: "
                + cd(linked)
                + "\n");
  }

  @Test
  void a_name_that_several_work_trees_have_is_refused_with_their_places() {
    main.scratch().git("worktree", "add", "--quiet", "--detach", temp.resolve("third").toString());
    var third = main.scratch().at(temp.resolve("third").toAbsolutePath());
    agent.after("start implement/auth");
    CommandLineHarness.in(third).after("start implement/auth");

    var ran = main.run("resume --run auth");

    assertThat(ran.exit()).isNotZero();
    assertThat(ran.err()).contains("several work trees have a run auth", linked.toString());
  }

  @Test
  void starting_a_run_that_another_work_tree_has_open_warns() {
    agent.after("start implement/auth");

    var ran = main.run("start implement/auth");

    assertThat(ran.exit()).isZero();
    assertThat(ran.err())
        .contains(
            "state/implement/auth is open in the work tree "
                + linked
                + " (branch agent) too: "
                + cd(linked));
    agent.completed("implement/auth");
    assertThat(main.run("start implement/auth --fresh").err()).doesNotContain("too: cd");
  }

  @Test
  void starting_a_run_that_a_removed_work_tree_has_open_warns() {
    agent.after("start implement/auth");
    remove();

    assertThat(main.run("start implement/auth").err())
        .contains("is open in the removed work tree " + linked + " too: tidemark list");
  }

  @Test
  void a_checkpoint_file_that_git_has_checked_out_is_no_run_of_that_work_tree() {
    main.after("start item/epic E-1", "done 0 --summary Synced");
    agent.scratch().git("merge", "--quiet", "main");
    agent.after("start implement/auth");

    assertThat(main.run("list --json").json().array("other_work_trees").elements())
        .singleElement()
        .asString()
        .contains("state/implement/auth");
  }

  private static TreeMap<String, String> files(Path folder) throws IOException {
    var files = new TreeMap<String, String>();
    try (var paths = Files.walk(folder)) {
      for (var file : paths.filter(Files::isRegularFile).toList()) {
        if (!file.endsWith(".changed") && !file.endsWith(".gitkeep")) {
          var bytes = Files.readAllBytes(file);
          files.put(
              folder.relativize(file).toString(), new String(bytes, StandardCharsets.ISO_8859_1));
        }
      }
    }
    return files;
  }

  @ParameterizedTest
  @CsvSource({
    "state/implement/auth, implementation, .claude/state",
    "phase/dev, 0-start, .",
    "item/epic/E-1, 0, docs/checkpoints",
    "flow/develop, REQUIREMENTS, memory/state",
  })
  void a_run_of_a_removed_work_tree_is_taken_over_byte_for_byte(
      String run, String phase, String place) throws IOException {
    agent.scratch().write("memory/reports/demand.json", "{\"goal\":1}\n");
    agent.after("start " + run, "done " + phase + " --run " + run + " --summary Ready");
    var state = main.folder().resolve(".git/tidemark");
    var journals = files(state.resolve("worktrees/agent-tree/journal"));
    var shown = agent.run("show --raw --run " + run).out();
    var documents =
        place.equals(".") ? new TreeMap<String, String>() : files(linked.resolve(place));
    remove();

    assertThat(main.run("list").out()).contains("work tree removed: " + linked, run);
    var brief = main.run("resume --run " + run);
    assertThat(brief.exit()).isZero();
    assertThat(brief.lines().getLast())
        .isEqualTo("take it into this work tree: tidemark restore --run " + run + " --here");
    assertThat(main.run("restore --here --dry-run --run " + run).out()).contains("would be taken");
    assertThat(main.run("list --all").out()).contains("work tree removed");

    var ran = main.run("restore --here --run " + run);

    assertThat(ran.exit()).isZero();
    assertThat(files(state.resolve("main/journal"))).isEqualTo(journals);
    assertThat(main.run("show --raw --run " + run).out()).isEqualTo(shown);
    if (!place.equals(".")) {
      assertThat(files(main.folder().resolve(place))).isEqualTo(documents);
    }
    assertThat(main.run("status --run " + run).err()).doesNotContain("edited");
    assertThat(main.run("list --all").out()).doesNotContain("work tree removed");
    assertThat(files(state.resolve("worktrees/agent-tree/moved")).values())
        .containsExactlyInAnyOrderElementsOf(journals.values());
  }

  @Test
  void a_run_is_not_taken_over_where_there_is_another_of_its_name() throws IOException {
    agent.after("start implement/auth --phases design,code");
    main.after("start implement/auth --phases build,test");
    var before = files(main.folder().resolve(".git/tidemark/worktrees"));
    remove();
    var own = main.run("show --raw").out();

    var ran = main.run("restore --run auth --here");

    assertThat(ran.exit()).isNotZero();
    assertThat(ran.err())
        .contains("this work tree has another run state/implement/auth; nothing was restored");
    assertThat(main.run("show --raw").out()).isEqualTo(own);
    assertThat(files(main.folder().resolve(".git/tidemark/worktrees")).keySet())
        .containsAll(before.keySet());
  }

  @Test
  void a_run_of_an_existing_work_tree_is_not_taken_over() {
    agent.after("start implement/auth");

    assertThat(main.run("restore --run auth --here").err())
        .contains("which was not removed", "Work at it there: " + cd(linked));
    assertThat(main.run("restore --run nothing --here").err())
        .contains("no removed work tree has a run nothing");
    assertThat(main.run("restore --here").err()).contains("--here takes the name of a run");
  }

  @Test
  void of_several_removed_work_trees_the_newest_change_is_taken() {
    agent.after("start implement/auth --phases design,code");
    remove();
    main.scratch().git("worktree", "add", "--quiet", linked.toString(), "agent");
    agent.after("start implement/auth --phases build,test", "done build --decision Newest");
    remove();

    main.after("restore --run auth --here");

    assertThat(main.run("resume").out()).contains("decided: [build] Newest");
  }

  @Test
  void where_no_run_is_open_those_of_removed_work_trees_are_named_with_the_command_to_take_them() {
    agent.after("start implement/auth --phases design,code");
    remove();

    assertThat(main.run("status").lines().getLast())
        .isEqualTo(
            "state/implement/auth: 0 of 2 phases done, at design, in the removed work tree "
                + linked
                + ": tidemark restore --run state/implement/auth --here");
    assertThat(start(main, "startup")).contains("--here");
    assertThat(main.given("{}").run("statusline").out()).contains("(removed)");
  }

  private CommandLineHarness submodule() {
    var source = CommandLineHarness.fresh(temp.resolve("source")).scratch();
    main.scratch().git("submodule", "--quiet", "add", source.root().toString(), "lib");
    main.scratch().commit("with lib");
    return CommandLineHarness.in(main.scratch().at(main.folder().resolve("lib")));
  }

  @Test
  void the_run_of_the_superproject_is_mentioned_in_a_submodule() {
    var lib = submodule();
    main.after("start implement/auth --phases design,code");
    var line =
        "run of the superproject: state/implement/auth: 0 of 2 phases done, at design, in "
            + main.folder()
            + ": "
            + cd(main.folder());

    assertThat(lib.run("status").lines().getLast()).isEqualTo(line);
    assertThat(start(lib, "startup")).contains("| " + line).doesNotContain("Begin one");
    assertThat(lib.run("list").out()).contains("superproject " + main.folder());

    lib.after("start implement/part");
    assertThat(lib.run("status").lines().getLast()).isEqualTo(line);
    assertThat(start(lib, "startup")).contains("state/implement/part", "| " + line);
  }

  @Test
  void the_run_of_a_submodule_is_mentioned_in_the_superproject() {
    var lib = submodule();
    lib.after("start implement/part --phases design,code");
    main.after("start implement/auth");

    assertThat(main.run("status").lines().getLast())
        .startsWith("run of the submodule: state/implement/part: 0 of 2 phases done")
        .endsWith(cd(lib.folder()));
    assertThat(main.run("list").out()).contains("submodule " + lib.folder());
    assertThat(start(main, "startup")).contains("| run of the submodule: state/implement/part");
  }
}
