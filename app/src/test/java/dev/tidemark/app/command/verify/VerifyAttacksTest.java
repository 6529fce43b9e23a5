package dev.tidemark.app.command.verify;

import static dev.tidemark.app.command.verify.Attack.allowed;
import static dev.tidemark.app.command.verify.Attack.committed;
import static dev.tidemark.app.command.verify.Attack.link;
import static dev.tidemark.app.command.verify.Attack.refused;
import static dev.tidemark.app.command.verify.Attack.unreadable;
import static dev.tidemark.app.command.verify.PullRequest.DEFINITION;
import static dev.tidemark.app.command.verify.PullRequest.FOLDER;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.testkit.Proofs;
import dev.tidemark.workflow.policy.ApprovalEvidence;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Changes that try to pass without the verdicts that their base branch requires, each on a real
/// repository.
class VerifyAttacksTest extends PullRequestCopies {
  @Test
  void a_change_with_all_its_receipts_is_allowed() {
    var ran = pull.verify("");

    assertThat(ran.exit()).as(ran.toString()).isZero();
  }

  static List<Attack> attacks() {
    var all =
        Stream.of(
            policies(),
            receipts(),
            withdrawn(),
            merged(),
            replays(),
            hidden(),
            placeholders(),
            clones());
    return Proofs.sample(all.flatMap(attacks -> attacks).toList(), 4);
  }

  @ParameterizedTest
  @MethodSource("attacks")
  void no_attack_passes(Attack attack) {
    attack.endsOn(pull);
  }

  private static Consumer<PullRequest> edited(String path, String from, String to) {
    return committed(
        pull -> {
          var before = pull.read(path);
          var after = before.replace(from, to);
          assertThat(after).isNotEqualTo(before);
          pull.write(path, after);
        });
  }

  /// The change edits the rules that it is judged by.
  static Stream<Attack> policies() {
    var config = ".tidemark/config.yaml";
    var changed = " is changed by the change itself";
    return Stream.of(
        refused(
            "removes the gates",
            DEFINITION + changed,
            committed(pull -> pull.write(DEFINITION, "phases: [prepare, publish]\n"))),
        refused(
            "removes the definition",
            DEFINITION + changed,
            committed(pull -> pull.remove(DEFINITION))),
        refused(
            "makes a gate advisory",
            DEFINITION + changed,
            edited(DEFINITION, "name: tests", "name: tests\n        advisory: true")),
        refused(
            "lets the gate run another command, and records that",
            "gate tests of state/release/v1: it was recorded for another definition",
            committed(
                pull -> {
                  edited(DEFINITION, "[test, -f, built.txt]", "['true']").accept(pull);
                  pull.remove(pull.path("v1", "tests"));
                  pull.tidemark().trusting().after("gate run tests --run release/v1");
                })),
        refused(
            "adds a workflow for itself",
            ".tidemark/workflows/easy.yaml" + changed,
            committed(pull -> pull.write(".tidemark/workflows/easy.yaml", "phases: [a]\n"))),
        refused(
            "adds another file to the policy",
            ".tidemark/workflows/.gitattributes" + changed,
            committed(pull -> pull.write(".tidemark/workflows/.gitattributes", "* text\n"))),
        refused("switches receipts off", config + changed, edited(config, "receipts: \"on\"", "")),
        refused(
            "moves the folder of receipts",
            config + changed,
            committed(pull -> pull.write(config, pull.read(config) + "receipts.path: receipts\n"))),
        refused(
            "requires another workflow",
            config + changed,
            committed(pull -> pull.write(config, pull.read(config) + "verify.workflows: easy\n"))),
        refused(
            "breaks the settings",
            config + changed,
            committed(pull -> pull.write(config, "receipts: [\n"))),
        unreadable(
            "has a base that requires signatures and names no signers",
            "the base branch requires signed approvals and has no .tidemark/allowed_signers",
            onMain(config, "approvals: signed\n")),
        unreadable(
            "has a base whose settings cannot be read",
            "the base branch cannot be read",
            onMain(config, "receipts: [\n")),
        unreadable(
            "has a base that requires what it does not define",
            "it defines no workflow ship",
            onMain(config, "verify.workflows: ship\n")),
        unreadable(
            "has a base with a weaker workflow, which it takes",
            "the base branch has several workflows with gates",
            onMain(
                ".tidemark/workflows/easy.yaml",
                "phases: [{name: a, gates: [{command: ['true']}]}]\n")),
        unreadable(
            "has a base without gates",
            "the base branch has no gate that a receipt could answer",
            onMain(DEFINITION, null)),
        unreadable(
            "has a base without receipts",
            "receipts are off in the base branch",
            onMain(config, null)));
  }

  /// Changes a file of the base branch only.
  private static Consumer<PullRequest> onMain(String path, String added) {
    return pull -> {
      pull.scratch().git("switch", "--quiet", "main");
      pull.write(
          path,
          added == null
              ? path.equals(DEFINITION) ? "phases: [prepare, publish]\n" : "format: state\n"
              : (path.endsWith("easy.yaml") ? "" : pull.read(path)) + added);
      pull.commit();
      pull.scratch().git("switch", "--quiet", "change");
    };
  }

  /// Receipts are missing, or about other content.
  static Stream<Attack> receipts() {
    var stale = "it is about tree ";
    return Stream.of(
        refused(
            "deletes its receipts",
            "gate tests of state/release/v0: it is about tree",
            committed(pull -> pull.remove(FOLDER + "/state-release-v1"))),
        refused(
            "deletes the receipt of one gate",
            "gate review of state/release/v1: there is no receipt",
            committed(pull -> pull.remove(pull.path("v1", "review")))),
        refused(
            "deletes a receipt of the base",
            " is removed by the change",
            committed(pull -> pull.remove(pull.path("v0", "tests")))),
        refused(
            "does not commit its receipts",
            "gate tests of state/release/v0",
            pull -> pull.scratch().git("reset", "--quiet", "--soft", "HEAD~1")),
        refused(
            "changes a file after its receipts",
            stale,
            committed(pull -> pull.write("built.txt", "2\n"))),
        refused(
            "adds a file after its receipts",
            stale,
            committed(pull -> pull.write("evil.txt", "2\n"))),
        refused(
            "removes a file after its receipts",
            stale,
            committed(pull -> pull.remove("README.md"))),
        refused(
            "makes a file executable after its receipts",
            stale,
            pull -> {
              pull.scratch().git("update-index", "--chmod=+x", "built.txt");
              pull.scratch().git("commit", "--quiet", "--message", "Attack");
            }),
        refused(
            "puts a link in the place of a file after its receipts",
            stale,
            committed(pull -> link(pull, "README.md", "built.txt"))),
        refused(
            "commits other content than its work tree has",
            stale,
            pull -> {
              pull.write("built.txt", "2\n");
              pull.commit();
              pull.write("built.txt", "1\n");
            }));
  }

  private static void requestChanges(PullRequest pull) {
    pull.approve(" --request-changes 'name the codes'");
  }

  private static Consumer<PullRequest> requested() {
    return committed(VerifyAttacksTest::requestChanges);
  }

  private static Consumer<PullRequest> removal(String gate) {
    return committed(pull -> pull.remove(pull.newest("v1", gate)));
  }

  private static Consumer<PullRequest> git(String... words) {
    return pull -> pull.scratch().git(words);
  }

  /// Verdicts that an earlier commit of the change has, and its last one has not.
  static Stream<Attack> withdrawn() {
    var asked = "changes were requested: name the codes; the change has removed this receipt: ";
    return Stream.of(
        refused("removes a request for changes", asked, requested().andThen(removal("approval"))),
        refused(
            "removes the review that did not pass",
            "the review did not pass: leaks; the change has removed this receipt: ",
            committed(
                    pull ->
                        pull.tidemark()
                            .after(
                                "gate set review --allowed false --blocker leaks --run release/v1"))
                .andThen(removal("review"))),
        refused(
            "reverts the commit of a request for changes",
            asked,
            requested().andThen(git("revert", "--no-edit", "HEAD"))),
        refused(
            "removes a request for changes and amends that commit",
            asked,
            requested()
                .andThen(committed(pull -> pull.write(".claude/state/x.json", "{}\n")))
                .andThen(pull -> pull.remove(pull.newest("v1", "approval")))
                .andThen(git("commit", "--quiet", "--amend", "--message", "Attack"))),
        unreadable(
            "makes a request for changes unreadable",
            "is not a receipt",
            requested()
                .andThen(committed(pull -> pull.write(pull.newest("v1", "approval"), "{}\n")))),
        unreadable(
            "hides a request for changes among very many files that it removes",
            "its commits have had receipts of more than",
            requested()
                .andThen(removal("approval"))
                .andThen(
                    committed(
                        pull -> {
                          for (int i = 0; i < 1_000; i++) {
                            pull.write(FOLDER + "/x/" + i + ".json", i + " ".repeat(60_000));
                          }
                        }))
                .andThen(committed(pull -> pull.remove(FOLDER + "/x")))),
        allowed(
            "removes a request for changes that a later approval has answered",
            requested()
                .andThen(
                    committed(
                        pull -> {
                          var asking = pull.newest("v1", "approval");
                          pull.tidemark()
                              .consenting(ApprovalEvidence.INTERACTION)
                              .after("approve prepare --run release/v1");
                          pull.remove(asking);
                        }))),
        allowed(
            "removes a file that was no receipt",
            committed(pull -> pull.write(FOLDER + "/x.json", "{}\n"))
                .andThen(committed(pull -> pull.remove(FOLDER + "/x.json")))));
  }

  /// Verdicts that a merge of the change has dropped.
  static Stream<Attack> merged() {
    var asked = "changes were requested: name the codes; the change has removed this receipt: ";
    return Stream.of(
        refused(
            "merges a branch with a request for changes and takes nothing of it",
            asked,
            git("switch", "--quiet", "--create", "side")
                .andThen(requested())
                .andThen(git("switch", "--quiet", "change"))
                .andThen(git("merge", "--quiet", "--no-ff", "-s", "ours", "-m", "Merge", "side"))),
        refused(
            "puts a request for changes into a merge and removes it",
            asked,
            git("switch", "--quiet", "--create", "side")
                .andThen(git("commit", "--quiet", "--allow-empty", "--message", "Side"))
                .andThen(git("switch", "--quiet", "change"))
                .andThen(git("merge", "--quiet", "--no-ff", "--no-commit", "side"))
                .andThen(requested())
                .andThen(removal("approval"))),
        refused(
            "removes a request for changes in a merge with the base",
            asked,
            requested()
                .andThen(git("switch", "--quiet", "main"))
                .andThen(git("commit", "--quiet", "--allow-empty", "--message", "Main"))
                .andThen(git("switch", "--quiet", "change"))
                .andThen(git("merge", "--quiet", "--no-ff", "--no-commit", "main"))
                .andThen(removal("approval"))),
        refused(
            "merges a root with a request for changes and takes nothing of it",
            asked,
            pull -> {
              requestChanges(pull);
              var path = pull.newest("v1", "approval");
              var text = pull.read(path);
              pull.scratch().git("stash", "--quiet", "--include-untracked");
              pull.scratch().git("checkout", "--quiet", "--orphan", "root");
              pull.scratch().git("rm", "-r", "--quiet", "--force", ".");
              pull.write(path, text);
              pull.commit();
              pull.scratch().git("checkout", "--quiet", "--force", "change");
              var all = "--allow-unrelated-histories";
              pull.scratch().git("merge", "--quiet", all, "-s", "ours", "-m", "Merge", "root");
            }));
  }

  /// Receipts of other commits.
  static Stream<Attack> replays() {
    var stale = "it is about tree ";
    return Stream.of(
        refused(
            "replaces its commit in the clone by the reviewed one",
            stale,
            pull -> {
              pull.write("built.txt", "2\n");
              pull.commit();
              pull.scratch().git("replace", "HEAD", "HEAD~1");
            }),
        refused(
            "ignores a file in the clone that its commit has",
            stale,
            pull -> {
              pull.write("evil.txt", "2\n");
              pull.commit();
              pull.write(".git/info/exclude", "evil.txt\n");
              pull.scratch().git("rm", "--cached", "--quiet", "evil.txt");
            }),
        refused(
            "is merged with a base that has moved on",
            stale,
            pull -> {
              pull.scratch().git("switch", "--quiet", "main");
              pull.write("other.txt", "2\n");
              pull.commit();
              pull.scratch().git("switch", "--quiet", "change");
              pull.scratch().git("merge", "--quiet", "--no-edit", "main");
            }),
        refused(
            "brings receipts that were made for another branch",
            stale,
            pull -> {
              pull.scratch().git("switch", "--quiet", "--create", "other", "main");
              pull.write("evil.txt", "2\n");
              pull.scratch().git("checkout", "change", "--", FOLDER);
              pull.commit();
            }),
        refused(
            "takes up an earlier release, whose approval is merged",
            "it was given for an earlier change, which is merged",
            committed(
                pull -> {
                  pull.remove(FOLDER + "/state-release-v1");
                  pull.tidemark()
                      .trusting()
                      .after(
                          "gate run tests --run release/v0",
                          "gate set review --allowed true --run release/v0");
                })),
        refused(
            "changes what was approved, and tests and reviews it again",
            "docs/plan.md has changed since it was approved",
            committed(
                pull -> {
                  pull.write("docs/plan.md", "# Another plan\n");
                  pull.tidemark()
                      .trusting()
                      .after(
                          "gate run tests --run release/v1",
                          "gate set review --allowed true --run release/v1");
                })),
        refused(
            "removes what was approved, and tests and reviews it again",
            "docs/plan.md was approved, and is not in the commit",
            committed(
                pull -> {
                  pull.remove("docs/plan.md");
                  pull.tidemark()
                      .trusting()
                      .after(
                          "gate run tests --run release/v1",
                          "gate set review --allowed true --run release/v1");
                })));
  }

  /// Content in places that no tree of a receipt covers.
  static Stream<Attack> hidden() {
    var uncovered = " is covered by no receipt";
    return Stream.of(
        unreadable(
            "hides a program among the receipts",
            "docs/receipts/evil.sh is not a receipt",
            committed(pull -> pull.write("docs/receipts/evil.sh", "rm -r /\n"))),
        unreadable(
            "hides a program below a run",
            "is not a receipt",
            committed(pull -> pull.write(FOLDER + "/state-release-v1/a/b.json", "{}\n"))),
        unreadable(
            "puts a submodule among the receipts",
            "it is not a plain file (mode 160000)",
            pull -> {
              var commit = pull.scratch().git("rev-parse", "HEAD");
              pull.scratch()
                  .git(
                      "update-index",
                      "--add",
                      "--cacheinfo",
                      "160000," + commit + "," + FOLDER + "/sub");
              pull.scratch().git("commit", "--quiet", "--message", "Attack");
            }),
        unreadable(
            "puts a file in the place of the folder of receipts",
            "docs/receipts is not a receipt",
            committed(
                pull -> {
                  pull.remove(FOLDER);
                  pull.write(FOLDER, "x\n");
                })),
        refused(
            "puts a link in the place of the policy",
            ".tidemark is covered by no receipt",
            pull -> {
              pull.scratch().git("rm", "-r", "--quiet", "--cached", ".tidemark");
              var id = pull.scratch().git("rev-parse", "HEAD:built.txt");
              pull.scratch()
                  .git("update-index", "--add", "--cacheinfo", "120000," + id + ",.tidemark");
              pull.scratch().git("commit", "--quiet", "--message", "Attack");
            }),
        refused(
            "puts a link in the place of the folder of checkpoints",
            "docs/checkpoints is covered by no receipt",
            committed(pull -> link(pull, "docs/checkpoints", "../built.txt"))),
        refused(
            "hides a program among the checkpoints",
            "docs/checkpoints/evil.sh" + uncovered,
            committed(pull -> pull.write("docs/checkpoints/evil.sh", "rm -r /\n"))),
        refused(
            "hides a link among the checkpoints",
            "docs/checkpoints/a.md" + uncovered,
            committed(
                pull -> {
                  pull.write("docs/checkpoints/b.md", "x\n");
                  link(pull, "docs/checkpoints/a.md", "../../built.txt");
                })));
  }

  /// Empty files by which git keeps a folder, and files with something in them.
  static Stream<Attack> placeholders() {
    var uncovered = " is covered by no receipt";
    return Stream.of(
        allowed(
            "keeps the folders of checkpoints and receipts by empty files",
            committed(
                pull -> {
                  pull.write("docs/checkpoints/.gitkeep", "");
                  pull.write(FOLDER + "/state-release-v1/.gitkeep", "");
                })),
        refused(
            "hides content in a file that keeps the folder of checkpoints",
            "docs/checkpoints/.gitkeep" + uncovered,
            committed(pull -> pull.write("docs/checkpoints/.gitkeep", "x\n"))),
        unreadable(
            "hides content in a file that keeps the folder of receipts",
            FOLDER + "/.gitkeep is not a receipt",
            committed(pull -> pull.write(FOLDER + "/.gitkeep", "x\n"))),
        refused(
            "puts a link in the place of the file that keeps the folder of checkpoints",
            "docs/checkpoints/.gitkeep" + uncovered,
            committed(
                pull -> {
                  pull.write("docs/checkpoints/a.md", "x\n");
                  link(pull, "docs/checkpoints/.gitkeep", "a.md");
                })),
        refused(
            "makes the file executable that keeps the folder of checkpoints",
            "docs/checkpoints/.gitkeep" + uncovered,
            committed(
                pull -> {
                  pull.write("docs/checkpoints/.gitkeep", "");
                  pull.scratch().git("add", "docs/checkpoints/.gitkeep");
                  pull.scratch().git("update-index", "--chmod=+x", "docs/checkpoints/.gitkeep");
                  var file = pull.scratch().root().resolve("docs/checkpoints/.gitkeep");
                  file.toFile().setExecutable(true);
                })));
  }

  /// Clones that have too little.
  static Stream<Attack> clones() {
    return Stream.of(
        unreadable(
            "has no base branch",
            "this clone has no commit main",
            pull -> pull.scratch().git("branch", "--delete", "--force", "main")),
        unreadable(
            "shares nothing with the base branch",
            "share no commit",
            pull -> {
              pull.scratch().git("checkout", "--quiet", "--orphan", "new");
              pull.commit();
            }),
        unreadable(
            "lost the object of a receipt",
            "the commits cannot be read",
            pull -> {
              var id = pull.scratch().git("rev-parse", "HEAD:" + pull.path("v1", "tests"));
              var file = ".git/objects/" + id.substring(0, 2) + "/" + id.substring(2);
              try {
                Files.delete(pull.scratch().root().resolve(file));
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            }));
  }
}
