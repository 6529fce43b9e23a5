package dev.tidemark.browser;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.microsoft.playwright.Locator;
import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.app.main.Served;
import dev.tidemark.json.JsonException;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import dev.tidemark.testkit.LongProof;
import dev.tidemark.text.Sha256;
import dev.tidemark.workflow.policy.ApprovalEvidence;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The receipts of gates, as the dashboard shows them: by whom, signed how, valid or why not.
@LongProof
class ReceiptsPageTest extends WithChromium {
  private static final String PAGE = "/runs/state%2Frelease%2Fv1";
  private static final String FOLDER = "docs/receipts/state-release-v1";
  private static final String ATTACK = "<img src=x onerror=alert(1)>\u202e";

  @TempDir private Path temp;
  private CommandLineHarness tidemark;
  private Served served;

  /// A release with a command, a review and an approval; what a person gave is signed.
  @BeforeEach
  void open() throws IOException, InterruptedException {
    tidemark = CommandLineHarness.fresh(temp);
    var git = tidemark.scratch();
    var key = git.root().resolve(".git/key-ann").toString();
    var words = List.of("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", key);
    try {
      assertThat(new ProcessBuilder(words).start().waitFor()).isZero();
    } catch (IOException missing) {
      boolean required = System.getenv("TIDEMARK_CI") != null;
      assumeTrue(required, "OpenSSH is not installed: signing is not tested");
    }
    git.git("config", "gpg.format", "ssh");
    git.git("config", "user.signingKey", key);
    git.write(
        ".tidemark/allowed_signers", "ann@example.com " + Files.readString(Path.of(key + ".pub")));
    git.write(
        ".tidemark/workflows/release.yaml",
        """
        phases:
          - design
          - name: publish
            gates:
              - {command: [test, -f, built.txt], name: tests}
              - {review: true}
              - {approval: design, files: [docs/plan.md]}
        """);
    git.write("docs/plan.md", "# Plan\n").write("built.txt", "1\n");
    tidemark.after("config receipts signed", "config approvals signed").trusting();
    git.git("add", "--force", ".tidemark/allowed_signers", ".tidemark/config.yaml");
    git.commit("Begin");
    tidemark.after("start release v1", "done design --run release/v1 --summary 'A plan'");
    tidemark.after(
        "gate run tests --run release/v1", "gate set review --allowed true --run release/v1");
    tidemark.consenting(ApprovalEvidence.INTERACTION).after("approve design --run release/v1");
    git.commit("Receipts");
    served = Served.byPerson(tidemark);
  }

  @AfterEach
  void close() {
    if (served != null) {
      served.close();
    }
  }

  private Visitor visitor(Look look) {
    var ann = chromium.visitor(look);
    ann.open(served, "/#token=" + served.token());
    return ann.see(ann.page().locator("a.run").first());
  }

  private static Locator.FilterOptions text(String pattern) {
    return new Locator.FilterOptions().setHasText(Pattern.compile(pattern));
  }

  @Test
  void each_gate_shows_by_whom_it_is_how_it_is_signed_and_whether_it_is_valid() {
    try (var ann = visitor(Look.DESK)) {
      ann.page().keyboard().press("j");
      ann.page().keyboard().press("Enter");

      var receipts = ann.page().locator(".gates .receipt");
      ann.see(receipts, 3);
      ann.see(receipts.filter(text("Receipt: run by ann .* ago, unsigned")), 1);
      ann.see(receipts.filter(text("Receipt: reviewed by ann .* ago, signed with SHA256:")), 1);
      ann.see(receipts.filter(text("Receipt: approved by ann .* of ann@example.com")), 1);
      var valid = ann.page().locator(".receipt.valid");
      ann.see(valid.filter(text("Committed, valid for this tree")), 3);

      tidemark.scratch().write("built.txt", "2\n");
      ann.page().reload();
      var stale = ann.page().locator(".receipt.stale");
      ann.see(stale.filter(text("does not count: it is about tree")), 2).see(valid, 1);
      assertThat(ann.wrong()).isEmpty();
    }
  }

  @Test
  void names_of_receipts_are_shown_as_text() throws IOException, JsonException {
    forge(ATTACK);
    tidemark.scratch().write(FOLDER + "/<b>.json", "{}\n");
    try (var ann = visitor(Look.DESK)) {
      ann.open(served, PAGE);

      ann.see("<img src=x onerror=alert(1)>\\u{202e}").see("with a signature that is not valid");
      ann.see(FOLDER + "/<b>.json is not a receipt");
      assertThat(ann.page().locator("main img, main b").count()).isZero();
      assertThat(ann.wrong()).isEmpty();
    }
  }

  /// Puts another name into the receipt of the review, whose signature is that of the old one.
  private void forge(String name) throws IOException, JsonException {
    var folder = tidemark.scratch().root().resolve(FOLDER);
    try (var files = Files.list(folder)) {
      for (var file : files.filter(it -> it.toString().contains("publish-review")).toList()) {
        var text = Files.readString(file);
        var encoded = ((JsonObject) JsonText.parse(text)).string("payload");
        var payload = new String(Base64.getDecoder().decode(encoded), UTF_8);
        var forged = payload.replace("\"name\":\"ann\"", "\"name\":\"" + name + "\"");
        var bytes = forged.getBytes(UTF_8);
        var hash = Sha256.hex(bytes).substring(0, 12);
        Files.delete(file);
        Files.writeString(
            folder.resolve("publish-review-" + hash + ".json"),
            text.replace(encoded, Base64.getEncoder().encodeToString(bytes)));
      }
    }
  }

  @Test
  void axe_finds_nothing_in_any_theme_or_width() throws IOException {
    tidemark.scratch().write("built.txt", "2\n").write(FOLDER + "/x.json", "{}\n");
    for (var look : Look.all()) {
      try (var ann = visitor(look)) {
        ann.open(served, PAGE).see(ann.page().locator(".receipt.stale").first());
        AccessibilityTest.judge(ann, AccessibilityTest.axe(), look + " receipts");
      }
    }
  }
}
