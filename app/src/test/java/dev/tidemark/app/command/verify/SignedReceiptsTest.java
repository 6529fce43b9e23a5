package dev.tidemark.app.command.verify;

import static dev.tidemark.app.command.verify.PullRequest.FOLDER;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.evidence.Envelope;
import dev.tidemark.evidence.Receipt;
import dev.tidemark.evidence.UnreadableReceiptException;
import dev.tidemark.integrations.process.SearchPath;
import dev.tidemark.text.Sha256;
import dev.tidemark.text.Utf8;
import dev.tidemark.workflow.policy.ApprovalEvidence;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Receipts that are signed by keys of `ssh-keygen`, on real repositories, and attacks on them.
class SignedReceiptsTest {
  private static final String CONFIG = ".tidemark/config.yaml";
  private static final String SIGNERS = ".tidemark/allowed_signers";
  private static final String UNTRUSTED = "the approval is not signed by an allowed key";

  @TempDir private static Path temp;
  private static PullRequest template;

  @TempDir private Path folder;
  @TempDir private Path programs;
  private PullRequest pull;

  @BeforeAll
  static void prepare() {
    assumeTrue(
        SearchPath.of(System.getenv(), Path.of("")).find("ssh-keygen") != null
            || "1".equals(System.getenv("TIDEMARK_CI")),
        "OpenSSH is not installed: signing is not tested");
    template =
        PullRequest.in(
            temp,
            PullRequest.Format.STATE,
            pull -> {
              useKey(pull, "ann");
              pull.write(SIGNERS, "ann@example.com " + publicKey(pull, "ann"));
              pull.tidemark().after("config receipts signed", "config approvals signed");
              pull.scratch().git("add", "--force", SIGNERS);
            });
  }

  @BeforeEach
  void copy() {
    pull = template.copy(folder);
  }

  private static Path key(PullRequest pull, String name) {
    return pull.scratch().root().resolve(".git").resolve("key-" + name);
  }

  private static String publicKey(PullRequest pull, String name) {
    return pull.read(".git/key-" + name + ".pub");
  }

  /// Makes a key, and has git sign with it.
  private static void useKey(PullRequest pull, String name) {
    var key = key(pull, name);
    try {
      var words = List.of("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", key.toString());
      assertThat(new ProcessBuilder(words).start().waitFor()).isZero();
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(e);
    }
    pull.scratch().git("config", "gpg.format", "ssh");
    pull.scratch().git("config", "user.signingKey", key.toString());
  }

  /// Approves again with the key of another.
  private void approveAs(String name) {
    pull.remove(pull.path("v1", "approval"));
    useKey(pull, name);
    var front = pull.tidemark().consenting(ApprovalEvidence.INTERACTION);
    front.after(
        "approve prepare --request-changes 'Once more' --run release/v1",
        "approve prepare --run release/v1");
  }

  private void forge(UnaryOperator<Envelope> change) {
    pull.forgeText(
        "approval",
        text -> {
          try {
            return change.apply(Envelope.read(text)).text();
          } catch (UnreadableReceiptException e) {
            throw new AssertionError(e);
          }
        });
    pull.commit();
  }

  private void assertRefused(String reason) {
    var ran = pull.verify("");
    assertThat(ran.exit()).as(ran.toString()).isEqualTo(3);
    assertThat(ran.err()).contains(reason);
  }

  @Test
  void a_fresh_clone_knows_who_has_approved() {
    var clone = folder.resolve("clone");
    pull.scratch().git("clone", "--quiet", pull.scratch().root().toString(), clone.toString());

    var ran = pull.tidemark().from(clone).run("verify --base origin/main --json");

    assertThat(ran.exit()).as(ran.toString()).isZero();
    assertThat(ran.out())
        .contains("\"signed\":\"signed\",\"key\":\"SHA256:")
        .contains("\"trusted\":true,\"principals\":[\"ann@example.com\"]")
        .contains("\"signed\":\"unsigned\",\"key\":null,\"trusted\":false,\"principals\":[]");
  }

  @Test
  void a_passed_review_of_a_person_is_signed_and_a_command_is_not() {
    assertThat(pull.read(pull.path("v1", "review"))).contains("\"keyid\"");
    assertThat(pull.read(pull.path("v1", "tests"))).doesNotContain("\"keyid\"");
  }

  @Test
  void a_withdrawn_approval_does_not_come_back_where_the_request_for_changes_is_removed() {
    pull.tidemark()
        .consenting(ApprovalEvidence.INTERACTION)
        .after("approve prepare --request-changes 'Once more' --run release/v1");
    pull.commit();
    assertRefused("changes were requested: Once more");
    pull.remove(pull.newest("v1", "approval"));
    pull.commit();

    assertRefused("changes were requested: Once more; the change has removed this receipt: ");
  }

  @Test
  void without_a_signature_nothing_is_recorded() throws IOException {
    pull.scratch().git("config", "user.signingKey", folder.resolve("none").toString());
    pull.write("docs/plan.md", "# Another plan\n");
    var before = Files.walk(pull.scratch().root().resolve(FOLDER)).count();
    var front = pull.tidemark().consenting(ApprovalEvidence.INTERACTION);

    var approved = front.run("approve prepare --run release/v1");
    var reviewed = pull.tidemark().run("gate set review --allowed true --run release/v1");

    assertThat(approved.exit()).as(approved.toString()).isEqualTo(1);
    assertThat(approved.err()).contains("ssh-keygen did not sign");
    assertThat(reviewed.exit()).as(reviewed.toString()).isEqualTo(1);
    assertThat(Files.walk(pull.scratch().root().resolve(FOLDER)).count()).isEqualTo(before);
    assertThat(pull.tidemark().run("gate approval --run release/v1").exit()).isEqualTo(3);
    assertThat(pull.tidemark().run("gate review --run release/v1").exit()).isEqualTo(3);
  }

  @Test
  void what_is_not_what_was_shown_is_not_signed() {
    pull.write("docs/plan.md", "# Another plan\n");
    var front = pull.tidemark().consenting(ApprovalEvidence.INTERACTION);

    var ran = front.run("approve prepare --run release/v1 --seen " + "0".repeat(64));

    assertThat(ran.exit()).as(ran.toString()).isEqualTo(1);
    assertThat(ran.err()).contains("prepare has changed during the approval");
    assertThat(pull.tidemark().run("gate approval --run release/v1").exit()).isEqualTo(3);
  }

  /// Returns the command line with an `ssh-keygen` that runs a command before it signs and another
  /// one after it, as an agent might while a person looks for the security key.
  private CommandLineHarness swapping(String before, String after) {
    var real = SearchPath.of(System.getenv(), Path.of("")).find("ssh-keygen");
    var bin = programs.resolve("bin");
    var program = bin.resolve("ssh-keygen");
    try {
      Files.createDirectories(bin);
      Files.writeString(
          program,
          "#!/bin/sh\n" + before + "\n" + real + " \"$@\"\nr=$?\n" + after + "\nexit $r\n");
      assertThat(program.toFile().setExecutable(true)).isTrue();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    var path = bin + ":" + pull.tidemark().environment().get("PATH");
    return pull.tidemark().with("PATH", path).consenting(ApprovalEvidence.INTERACTION);
  }

  private String plan() {
    return pull.scratch().root().resolve("docs/plan.md").toString();
  }

  @Test
  void content_that_is_swapped_during_the_signature_and_back_is_signed_as_it_was_shown() {
    pull.remove(pull.path("v1", "approval"));
    pull.write("docs/plan.md", "# The shown plan\n");

    var ran =
        swapping("cp " + plan() + " .git/shown; echo evil > " + plan(), "cp .git/shown " + plan())
            .run("approve prepare --run release/v1");

    assertThat(ran.exit()).as(ran.toString()).isZero();
    assertThat(pull.read("docs/plan.md")).isEqualTo("# The shown plan\n");
    assertThat(pull.receipt("v1", "approval").files())
        .extracting(Receipt.FileDigest::sha256)
        .containsExactly(Sha256.hex(Utf8.encode("# The shown plan\n")));
    pull.tidemark()
        .trusting()
        .after(
            "gate run tests --run release/v1", "gate set review --allowed true --run release/v1");
    pull.commit();
    assertThat(pull.verify("").exit()).isZero();
  }

  @Test
  void content_that_is_swapped_during_the_signature_is_neither_approved_nor_passed() {
    pull.write("docs/plan.md", "# The shown plan\n");
    var before = pull.tidemark().run("history --run release/v1 --json").out();
    var front = swapping("echo evil >> " + plan(), "true");

    var approved = front.run("approve prepare --run release/v1 --json");
    var reviewed = front.run("gate set review --allowed true --run release/v1 --json");

    assertThat(approved.exit()).as(approved.toString()).isEqualTo(1);
    assertThat(approved.out()).contains("\"changed-meanwhile\"");
    assertThat(reviewed.exit()).as(reviewed.toString()).isEqualTo(1);
    assertThat(reviewed.out()).contains("\"changed-meanwhile\"");
    assertThat(pull.tidemark().run("history --run release/v1 --json").out()).isEqualTo(before);
    assertThat(pull.scratch().git("status", "--porcelain")).doesNotContain(FOLDER);
  }

  @Test
  void gate_names_the_signer_and_tells_a_key_that_the_base_branch_does_not_allow() {
    var signed = pull.tidemark().run("gate --run release/v1");
    approveAs("eve");
    var eve = pull.tidemark().run("gate --run release/v1");

    assertThat(signed.out())
        .containsPattern("receipt: run by ann, unsigned\n +committed, valid for this tree")
        .containsPattern(
            "receipt: approved by ann, signed with SHA256:\\S+ of ann@example.com\n"
                + " +committed, valid for this tree");
    assertThat(eve.out())
        .containsPattern("signed with SHA256:\\S+, which the base branch does not allow\n")
        .contains("not committed, does not count: " + UNTRUSTED);
  }

  @Test
  void verify_names_the_signer_below_a_table_that_fits_a_screen() {
    var ran = pull.verify("");

    assertThat(ran.out())
        .contains("tests: run by ann, unsigned\n")
        .containsPattern("approval: approved by ann, signed with SHA256:\\S+ of ann@example.com\n");
    assertThat(ran.out().lines().limit(5)).allMatch(line -> line.length() <= 100);
  }

  @Test
  void a_review_that_did_not_pass_needs_no_signature() {
    pull.scratch().git("config", "user.signingKey", folder.resolve("none").toString());

    pull.tidemark().after("gate set review --allowed false --run release/v1");

    pull.commit();
    assertRefused("the review did not pass");
  }

  @Test
  void the_key_of_another_is_refused() {
    approveAs("eve");
    pull.commit();

    assertRefused(UNTRUSTED);
  }

  @Test
  void a_signer_that_the_change_adds_does_not_count() {
    approveAs("eve");
    pull.write(SIGNERS, pull.read(SIGNERS) + "eve@example.com " + publicKey(pull, "eve"));
    pull.commit();

    assertRefused(UNTRUSTED);
    assertRefused(SIGNERS + " is changed by the change itself");
  }

  @Test
  void a_policy_that_the_change_lowers_does_not_count() {
    pull.write(CONFIG, pull.read(CONFIG).replace("approvals: signed", "approvals: any"));
    forge(it -> new Envelope(it.payload(), List.of()));

    assertRefused(UNTRUSTED);
    assertRefused(CONFIG + " is changed by the change itself");
  }

  @Test
  void a_removed_signature_is_refused() {
    forge(it -> new Envelope(it.payload(), List.of()));

    assertRefused(UNTRUSTED);
  }

  @Test
  void an_altered_payload_with_the_old_signature_is_refused() throws UnreadableReceiptException {
    var old = Envelope.read(pull.read(pull.path("v1", "approval")));
    pull.forgePayload("approval", payload -> payload.replace("\"ann\"", "\"eve\""));
    forge(it -> new Envelope(it.payload(), old.signatures()));

    assertRefused("its signature is not valid");
  }

  @Test
  void a_signature_of_another_receipt_is_refused() throws UnreadableReceiptException {
    var other = Envelope.read(pull.read(pull.path("v0", "approval")));
    forge(it -> new Envelope(it.payload(), other.signatures()));

    assertRefused("its signature is not valid");
  }

  @Test
  void a_key_in_a_file_does_not_pass_for_a_touch() {
    onMain(CONFIG, pull.read(CONFIG).replace("approvals: signed", "approvals: touch"));

    assertRefused("the approval is not signed by an allowed key with a touch");
  }

  @Test
  void an_expired_key_is_refused() {
    var line = pull.read(SIGNERS);
    onMain(SIGNERS, line.replace(" ssh-", " valid-before=\"20200101Z\" ssh-"));

    assertRefused(UNTRUSTED);
  }

  @Test
  void a_policy_without_signers_decides_nothing() {
    pull.scratch().git("switch", "--quiet", "main");
    pull.remove(SIGNERS);
    pull.commit();
    pull.scratch().git("switch", "--quiet", "change");

    var ran = pull.verify("");

    assertThat(ran.exit()).isEqualTo(5);
    assertThat(ran.err()).contains("requires signed approvals and has no " + SIGNERS);
  }

  @Test
  void a_line_of_a_signer_that_is_not_understood_is_told_and_allows_nothing() {
    onMain(SIGNERS, "cert-authority " + pull.read(SIGNERS));

    assertRefused(UNTRUSTED);
    assertThat(pull.verify("").err()).contains(SIGNERS + ":1: this line allows nothing");
  }

  private void onMain(String path, String text) {
    pull.scratch().git("switch", "--quiet", "main");
    pull.write(path, text);
    pull.commit();
    pull.scratch().git("switch", "--quiet", "change");
  }
}
