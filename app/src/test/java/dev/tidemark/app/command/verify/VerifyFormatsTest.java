package dev.tidemark.app.command.verify;

import static dev.tidemark.app.command.verify.Attack.allowed;
import static dev.tidemark.app.command.verify.Attack.committed;
import static dev.tidemark.app.command.verify.Attack.link;
import static dev.tidemark.app.command.verify.Attack.refused;
import static dev.tidemark.app.command.verify.Attack.unreadable;
import static dev.tidemark.app.command.verify.PullRequest.FOLDER;

import dev.tidemark.app.command.verify.PullRequest.Format;
import dev.tidemark.checkpoint.Claim;
import dev.tidemark.checkpoint.TreePosition;
import dev.tidemark.evidence.Receipt;
import dev.tidemark.history.Proof;
import dev.tidemark.testkit.Proofs;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Ordinary changes and attacks, each on a real repository of each format. A run that is not full
/// takes a sample.
class VerifyFormatsTest {
  private static final Map<Format, PullRequest> TEMPLATES = new EnumMap<>(Format.class);

  /// Of so many changes a sample has one; it has no factor of the number of formats.
  private static final int SAMPLE = 57;

  @TempDir private static Path shared;
  @TempDir private Path temp;

  static Stream<Arguments> changes() {
    var all = new ArrayList<Arguments>();
    int at = 0;
    for (var attack :
        Stream.of(ordinary(), contents(), receipts(), withdrawn(), forged(), hidden(), git())
            .flatMap(List::stream)
            .toList()) {
      for (var format : Format.values()) {
        if (at++ % Proofs.stride(SAMPLE) == 0) {
          all.add(Arguments.of(format, attack));
        }
      }
    }
    return all.stream();
  }

  @ParameterizedTest
  @MethodSource("changes")
  void a_change_passes_with_its_verdicts_and_never_without(Format format, Attack attack) {
    var template =
        TEMPLATES.computeIfAbsent(format, it -> PullRequest.in(shared.resolve(it.name()), it));

    attack.endsOn(template.copy(temp.resolve("copy")));
  }

  private static Consumer<PullRequest> git(String... words) {
    return pull -> pull.scratch().git(words);
  }

  /// Runs git several times; the words of one are separated by blanks.
  private static Consumer<PullRequest> gits(String... lines) {
    return pull -> {
      for (var line : lines) {
        pull.scratch().git(line.split(" ", -1));
      }
    };
  }

  private static Consumer<PullRequest> written(String path, String text) {
    return committed(pull -> pull.write(path, text));
  }

  private static Consumer<PullRequest> removed(String gate) {
    return committed(pull -> pull.remove(pull.newest("v1", gate)));
  }

  private static Consumer<PullRequest> requested() {
    return committed(pull -> pull.approve(" --request-changes 'name the codes'"));
  }

  private static Consumer<PullRequest> failedReview() {
    return committed(pull -> pull.review("v1", false));
  }

  private static Consumer<PullRequest> tested() {
    return committed(
        pull -> {
          pull.tidemark().trusting();
          pull.test("v1");
          pull.review("v1", true);
        });
  }

  /// Changes that pass.
  private static List<Attack> ordinary() {
    var date = "--date=2030-01-01T00:00:00Z";
    return List.of(
        allowed("has all its receipts", pull -> {}),
        allowed("has an empty commit on top", git("commit", "-q", "--allow-empty", "-m", "x")),
        allowed(
            "is amended without another content", git("commit", "-q", "--amend", date, "-m", "x")),
        allowed("is squashed", gits("reset -q --soft main", "add --all", "commit -q -m Squashed")),
        allowed(
            "is rebased onto a base without another content",
            gits("switch -q main", "commit -q --allow-empty -m x", "switch -q change")
                .andThen(git("rebase", "-q", "main"))),
        allowed(
            "is merged with a base without another content",
            gits("switch -q main", "commit -q --allow-empty -m x", "switch -q change")
                .andThen(git("merge", "-q", "--no-edit", "main"))),
        allowed(
            "is changed, tested and reviewed again", written("built.txt", "2\n").andThen(tested())),
        allowed(
            "is asked for changes and approved again",
            requested().andThen(committed(pull -> pull.approve("")))),
        allowed(
            "failed its review and passed it later",
            failedReview().andThen(committed(pull -> pull.review("v1", true)))),
        allowed(
            "has files that keep folders",
            written("docs/checkpoints/.gitkeep", "").andThen(written(FOLDER + "/.gitkeep", ""))),
        allowed("has notes among the checkpoints", written("docs/checkpoints/notes.md", "# x\n")));
  }

  /// Content that no verdict is about.
  private static List<Attack> contents() {
    var stale = "it is about tree ";
    return List.of(
        refused("changes a file", stale, written("built.txt", "2\n")),
        refused("adds a file", stale, written("evil.txt", "2\n")),
        refused("adds a file in a hidden folder", stale, written(".github/workflows/x.yml", "x\n")),
        refused("adds a file beside the receipts", stale, written("docs/receipts.json", "{}\n")),
        refused("adds attributes", stale, written(".gitattributes", "* -text\n")),
        refused("removes a file", stale, committed(pull -> pull.remove("README.md"))),
        refused("renames a file", stale, gits("mv README.md readme.md", "commit -q -m x")),
        refused(
            "makes a file executable",
            stale,
            gits("update-index --chmod=+x built.txt", "commit -q -m x")),
        refused(
            "puts a link in the place of a file",
            stale,
            committed(pull -> link(pull, "README.md", "built.txt"))),
        refused(
            "changes what was approved, and tests and reviews it again",
            " has changed since it was approved",
            committed(pull -> pull.write(pull.approved(), "{\"goal\": \"x\"}\n"))
                .andThen(tested())),
        refused(
            "adds a submodule",
            stale,
            pull -> {
              var commit = pull.scratch().git("rev-parse", "HEAD");
              pull.scratch()
                  .git("update-index", "--add", "--cacheinfo", "160000," + commit + ",sub");
              pull.scratch().git("commit", "--quiet", "--message", "Attack");
            }));
  }

  /// Receipts that are missing, or the policy with them.
  private static List<Attack> receipts() {
    var none = ": there is no receipt";
    return List.of(
        refused("removes the receipt of its command", none, removed("tests")),
        refused("removes the receipt of its review", none, removed("review")),
        refused("removes the receipt of its approval", none, removed("approval")),
        refused(
            "does not commit its receipts",
            "gate tests of ",
            gits("reset -q --soft HEAD~1", "restore --staged " + FOLDER)),
        refused(
            "removes its gates",
            " is changed by the change itself",
            committed(pull -> pull.remove(pull.definition()))),
        refused(
            "lets its gate run another command",
            " is changed by the change itself",
            committed(
                pull ->
                    pull.write(
                        pull.definition(),
                        pull.read(pull.definition())
                            .replace("[test, -f, built.txt]", "['true']")))),
        refused(
            "switches receipts off",
            " is changed by the change itself",
            written(".tidemark/config.yaml", "receipts: \"off\"\n")),
        refused(
            "switches receipts off in another file",
            "it is about tree ",
            written(".claude/config/checkpoint.json", "{\"receipts\": \"off\"}\n")),
        refused(
            "names its own signers",
            " is changed by the change itself",
            pull -> {
              pull.write(".tidemark/allowed_signers", "eve ssh-ed25519 AAAA\n");
              pull.scratch().git("add", "--force", ".tidemark/allowed_signers");
              pull.commit();
            }));
  }

  /// Verdicts that a later commit takes away.
  private static List<Attack> withdrawn() {
    var asked = "changes were requested: name the codes";
    var gone = asked + "; the change has removed this receipt: ";
    var leaks = "the review did not pass: leaks";
    return List.of(
        refused("is asked for changes", asked, requested()),
        refused("fails its review", leaks, failedReview()),
        refused("removes the request for changes", gone, requested().andThen(removed("approval"))),
        refused("removes the failed review", leaks, failedReview().andThen(removed("review"))),
        refused(
            "reverts the request for changes",
            gone,
            requested().andThen(git("revert", "--no-edit", "HEAD"))),
        refused(
            "removes all receipts and takes the old ones back",
            gone,
            requested()
                .andThen(committed(pull -> pull.remove(FOLDER)))
                .andThen(git("checkout", "-q", "HEAD~2", "--", FOLDER))
                .andThen(PullRequest::commit)),
        refused(
            "merges the request for changes and takes nothing of it",
            gone,
            gits("switch -q -c side")
                .andThen(requested())
                .andThen(gits("switch -q change", "merge -q --no-ff -s ours -m x side"))),
        refused(
            "removes the failed review in a merge with the base",
            leaks,
            failedReview()
                .andThen(gits("switch -q main", "commit -q --allow-empty -m x", "switch -q change"))
                .andThen(git("merge", "-q", "--no-ff", "--no-commit", "main"))
                .andThen(removed("review"))));
  }

  private static Consumer<PullRequest> forged(String gate, UnaryOperator<Receipt> by) {
    return committed(pull -> pull.forge(gate, by));
  }

  private static Receipt of(
      Receipt it, String run, String gate, Proof proof, TreePosition position) {
    return new Receipt(
        run, it.phase(), gate, it.definition(), position, it.files(), proof, it.sequence());
  }

  private static Receipt with(Receipt it, Claim claim) {
    var at = it.proof().at().plus(Duration.ofSeconds(1));
    return of(it, it.run(), it.gate(), new Proof(at, it.proof().by(), claim), it.position());
  }

  /// Receipts that were made by hand.
  private static List<Attack> forged() {
    var none = "gate tests of ";
    var form = " is not a receipt: ";
    return List.of(
        refused(
            "has a command that failed",
            "the command failed with exit code 1",
            forged(
                "tests",
                it ->
                    with(
                        it,
                        new Claim.CommandRun(
                            "tests", List.of("test", "-f", "built.txt"), 1, it.position())))),
        refused(
            "has another command",
            "it was recorded for another definition of the gate",
            forged(
                "tests",
                it -> with(it, new Claim.CommandRun("tests", List.of("true"), 0, it.position())))),
        refused(
            "has the receipt of another workflow",
            none,
            forged("tests", it -> of(it, "state/easy/v1", it.gate(), it.proof(), it.position()))),
        refused(
            "has the receipt of another gate",
            none,
            forged("tests", it -> of(it, it.run(), "lint", it.proof(), it.position()))),
        refused(
            "has the receipt of another tree",
            "it is about tree ",
            forged(
                "review",
                it ->
                    of(
                        it,
                        it.run(),
                        it.gate(),
                        it.proof(),
                        new TreePosition(null, "0".repeat(40))))),
        unreadable(
            "has a verdict that was edited",
            form,
            committed(
                pull -> pull.forgePayload("tests", it -> it.replace("\"exit\":0", "\"exit\":1")))),
        unreadable(
            "has a receipt with another spelling",
            form,
            committed(pull -> pull.forgeText("tests", it -> it + "\n"))),
        unreadable(
            "has a receipt under another name",
            form,
            committed(
                pull -> pull.scratch().git("mv", pull.path("v1", "tests"), FOLDER + "/x.json"))));
  }

  /// Content where no tree looks.
  private static List<Attack> hidden() {
    var uncovered = " is covered by no receipt";
    return List.of(
        refused(
            "hides a program among the checkpoints",
            uncovered,
            written("docs/checkpoints/x.sh", "x\n")),
        refused(
            "hides a program in a file that keeps a folder",
            uncovered,
            written("docs/checkpoints/.gitkeep", "x\n")),
        refused(
            "hides a link among the checkpoints",
            uncovered,
            committed(
                pull -> {
                  pull.write("docs/checkpoints/b.md", "x\n");
                  link(pull, "docs/checkpoints/a.md", "../../built.txt");
                })),
        unreadable(
            "hides a program among the receipts",
            " is not a receipt",
            written(FOLDER + "/x.sh", "x\n")),
        unreadable(
            "hides a program in a file that keeps the folder of receipts",
            " is not a receipt",
            written(FOLDER + "/.gitkeep", "x\n")));
  }

  /// What git is told about its objects and references.
  private static List<Attack> git() {
    var stale = "it is about tree ";
    return List.of(
        refused(
            "replaces its commit by the reviewed one",
            stale,
            written("built.txt", "2\n").andThen(git("replace", "HEAD", "HEAD~1"))),
        refused(
            "grafts its request for changes away",
            "changes were requested",
            requested()
                .andThen(removed("approval"))
                .andThen(
                    pull -> {
                      var head = pull.scratch().git("rev-parse", "HEAD");
                      var before = pull.scratch().git("rev-parse", "HEAD~2");
                      pull.write(".git/info/grafts", head + " " + before + "\n");
                    })),
        unreadable(
            "has a tag with the name of the base branch",
            "main may be each of ",
            git("tag", "main", "change")),
        unreadable(
            "has no base branch",
            "this clone has no commit main",
            git("branch", "-q", "--delete", "--force", "main")),
        unreadable(
            "shares no history with its base",
            "share no commit",
            gits("checkout -q --orphan new", "commit -q -m x")));
  }
}
