package dev.tidemark.evidence.signature;

import static dev.tidemark.evidence.signature.SshSignatures.NAMESPACE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.tidemark.checkpoint.Diagnostic;
import dev.tidemark.testkit.Proofs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The allowed signers file, compared with `ssh-keygen -Y verify` and `-Y find-principals`.
class AllowedSignersTest {
  private static final byte[] MESSAGE = "a receipt".getBytes(UTF_8);
  private static final String ALICE = "alice@example.com";
  private static final List<String> NAMES = List.of(ALICE, "bob@example.com", "alice");
  private static final Instant NOON = Instant.parse("2026-01-15T12:00:00Z");

  /// Lines; KEY is the signer's key, BASE64 that without its type, OTHER another key.
  private static final List<String> LINES =
      List.of(
          // Principals
          "alice@example.com KEY",
          "alice@example.com KEY a comment",
          "  \t alice@example.com \t KEY",
          "alice@example.com,bob@example.com KEY",
          "bob@example.com KEY",
          "*@example.com KEY",
          "* KEY",
          "** KEY",
          "?lice@example.com KEY",
          "?*@*.com KEY",
          "alice?@example.com KEY",
          "*,!bob@example.com KEY",
          "!bob@example.com KEY",
          "!alice@example.com,* KEY",
          "ALICE@example.com KEY",
          "\"alice@example.com\" KEY",
          "\"alice@example.com,bob@example.com\" KEY",
          "\"alice@example.com\"KEY",
          "ali\"ce@example.com\" KEY",
          "\"alice@example.com KEY",
          "\"\" KEY",
          "alice@example.com,alice KEY",
          "# alice@example.com KEY",
          " # alice@example.com KEY",
          "",
          "   ",
          "#alice@example.com KEY",
          // Keys
          "alice@example.com OTHER",
          "alice@example.com ssh-rsa BASE64",
          "alice@example.com ssh-ed25519",
          "alice@example.com ssh-ed25519 AAAA",
          "alice@example.com BASE64",
          "alice@example.com",
          "KEY",
          "alice@example.com ssh-ed25519  BASE64",
          "alice@example.com ssh-ed25519\tBASE64\tcomment",
          "alice@example.com ssh-ed25519 BASE64=",
          "alice@example.com ssh-ed25519-cert-v01@openssh.com BASE64",
          "alice@example.com KEY\r",
          // Options
          "alice@example.com namespaces=\"tidemark-gate\" KEY",
          "alice@example.com namespaces=\"git,tidemark-gate\" KEY",
          "alice@example.com namespaces=\"git\" KEY",
          "alice@example.com namespaces=\"tide*\" KEY",
          "alice@example.com namespaces=\"*,!tidemark-gate\" KEY",
          "alice@example.com namespaces=\"\" KEY",
          "alice@example.com namespaces=\"git\\\"\" KEY",
          "alice@example.com NameSpaces=\"tidemark-gate\" KEY",
          "alice@example.com namespaces=tidemark-gate KEY",
          "alice@example.com namespaces=\"tidemark-gate KEY",
          "alice@example.com namespaces=\"git\",namespaces=\"tidemark-gate\" KEY",
          "alice@example.com namespaces=\"tidemark-gate\", KEY",
          "alice@example.com namespaces=\"tidemark-gate\" valid-after=\"20260101\" KEY",
          "alice@example.com cert-authority KEY",
          "alice@example.com cert-authority,namespaces=\"tidemark-gate\" KEY",
          "alice@example.com namespaces=\"tidemark-gate\",cert-authority KEY",
          "alice@example.com no-touch-required KEY",
          "alice@example.com valid-after=\"20260115\" KEY",
          "alice@example.com valid-after=\"20260115120000Z\" KEY",
          "alice@example.com valid-after=\"20260115120001Z\" KEY",
          "alice@example.com valid-after=\"202601151201\" KEY",
          "alice@example.com valid-before=\"20260115120000Z\" KEY",
          "alice@example.com valid-before=\"20260115115959\" KEY",
          "alice@example.com valid-before=\"20260115115959z\" KEY",
          "alice@example.com valid-before=\"20270101\" KEY",
          "alice@example.com valid-after=\"20250101\",valid-before=\"20270101\" KEY",
          "alice@example.com valid-after=\"20270101\",valid-before=\"20250101\" KEY",
          "alice@example.com valid-after=\"20250101\",valid-before=\"20250101\" KEY",
          "alice@example.com valid-after=\"2025\" KEY",
          "alice@example.com valid-after=\"\" KEY",
          "alice@example.com valid-after=\"20251301\" KEY",
          "alice@example.com valid-before=\"20270101\",valid-before=\"20280101\" KEY",
          "alice@example.com valid-after=\"19690101\" KEY",
          "alice@example.com valid-after=\"19700101Z\" KEY",
          "alice@example.com valid-before=\"20270101\",namespaces=\"tidemark-gate\" KEY");

  @TempDir private Path folder;
  private SshKeygen keygen;
  private JdkKey key;
  private JdkKey other;
  private SshPublicKey signer;
  private Path signature;

  @BeforeEach
  void sign() throws IOException, InterruptedException, GeneralSecurityException {
    keygen = new SshKeygen(folder);
    key = JdkKey.of(JdkKey.ED25519);
    other = JdkKey.of(JdkKey.ED25519);
    var armored = key.sign(MESSAGE, NAMESPACE, "sha512", 0);
    signature = Files.writeString(folder.resolve("message.sig"), armored);
    signer = ((SignatureResult.Valid) SshSignatures.verify(MESSAGE, armored, NAMESPACE)).key();
  }

  private String filled(String line) {
    return line.replace("KEY", key.line())
        .replace("OTHER", other.line())
        .replace("BASE64", key.line().substring(JdkKey.ED25519.length() + 1));
  }

  private static AllowedSigners parse(String text) {
    return AllowedSigners.parse("allowed_signers", text, ZoneOffset.UTC);
  }

  private boolean verifies(SshKeygen program, String text, String name)
      throws IOException, InterruptedException {
    var file = Files.writeString(folder.resolve("allowed_signers"), text);
    return program
            .run(
                MESSAGE,
                "-Y",
                "verify",
                "-O",
                "verify-time=20260115120000Z",
                "-n",
                NAMESPACE,
                "-I",
                name,
                "-f",
                file.toString(),
                "-s",
                signature.toString())
            .exit()
        == 0;
  }

  private List<String> found(String text) throws IOException, InterruptedException {
    var file = Files.writeString(folder.resolve("allowed_signers"), text);
    return keygen
        .run(
            new byte[0],
            "-Y",
            "find-principals",
            "-O",
            "verify-time=20260115120000Z",
            "-f",
            file.toString(),
            "-s",
            signature.toString())
        .output()
        .lines()
        // A negated name is none that may sign.
        .filter(name -> !name.startsWith("!"))
        .toList();
  }

  @Test
  void each_line_allows_what_ssh_keygen_allows() throws IOException, InterruptedException {
    assertThat(LINES).hasSizeGreaterThanOrEqualTo(40);
    int allowed = 0;
    for (var line : LINES) {
      var text = filled(line) + "\n";
      var signers = parse(text);
      for (var name : NAMES) {
        boolean allows = signers.allows(name, signer, NAMESPACE, NOON);
        assertThat(allows).as(line + " for " + name).isEqualTo(verifies(keygen, text, name));
        allowed += allows ? 1 : 0;
      }
      // find-principals does not look at namespaces.
      var principals = signers.principals(signer, NAMESPACE, NOON);
      var found = found(text);
      if (!principals.equals(found)) {
        assertThat(principals).as(line).isEmpty();
        assertThat(signers.principals(signer, "git", NOON)).as(line).isSubsetOf(found);
        assertThat(line).contains("namespaces=");
      }
    }
    assertThat(allowed).isBetween(30, 100);
  }

  /// Refused here and allowed by `ssh-keygen`: the parser has one form for each thing.
  @Test
  void sloppy_lines_are_allowed_by_ssh_keygen_only() throws IOException, InterruptedException {
    for (var line :
        List.of(
            "alice@example.com ,namespaces=\"tidemark-gate\" KEY",
            "alice@example.com valid-after=\"20250230\" KEY")) {
      var text = filled(line) + "\n";
      assertThat(verifies(keygen, text, ALICE)).as(line).isTrue();
      var signers = parse(text);
      assertThat(signers.allows(ALICE, signer, NAMESPACE, NOON)).isFalse();
      assertThat(signers.diagnostics()).hasSize(1);
    }
  }

  @Test
  void lines_of_a_file_count_together_and_bad_ones_do_no_harm()
      throws IOException, InterruptedException {
    var text =
        filled(
            """
            # Approvers
            bob@example.com OTHER
            mallory@example.com nonsense KEY
            alice@example.com namespaces="git" KEY
            *@ops.example.com,!root@ops.example.com cert-authority KEY

            alice@example.com,alice namespaces="tidemark-gate" KEY laptop
            alice@example.com KEY
            """);
    var signers = parse(text);

    for (var name :
        List.of(ALICE, "alice", "bob@example.com", "mallory@example.com", "x@ops.example.com")) {
      assertThat(signers.allows(name, signer, NAMESPACE, NOON))
          .as(name)
          .isEqualTo(verifies(keygen, text, name));
    }
    assertThat(signers.principals(signer, NAMESPACE, NOON)).containsExactly(ALICE, "alice");
    assertThat(signers.principals(signer, "file", NOON)).containsExactly(ALICE);
    assertThat(signers.diagnostics())
        .extracting(Diagnostic::code, Diagnostic::subject, Diagnostic::message)
        .containsExactly(
            tuple(
                "allowed-signers",
                "allowed_signers:3",
                "this line allows nothing: an option is unknown or has no value in quotation"
                    + " marks"),
            tuple(
                "allowed-signers",
                "allowed_signers:5",
                "this line allows nothing: certificates (cert-authority) are not supported"));
  }

  @Test
  void a_time_without_z_is_one_of_the_zone() throws IOException, InterruptedException {
    var zone = "America/New_York";
    var newYork = keygen.in(zone);
    for (var time : List.of("20260115065959", "202601150700", "20260115070001", "20260115")) {
      for (var option : List.of("valid-after", "valid-before")) {
        var text = filled("alice@example.com " + option + "=\"" + time + "\" KEY\n");
        var signers = AllowedSigners.parse("allowed_signers", text, ZoneId.of(zone));
        assertThat(signers.allows(ALICE, signer, NAMESPACE, NOON))
            .as(text)
            .isEqualTo(verifies(newYork, text, ALICE));
      }
    }
  }

  @Test
  void keys_of_each_type_are_found_and_weak_ones_are_diagnostics() throws GeneralSecurityException {
    var types =
        List.of(
            JdkKey.ED25519,
            JdkKey.RSA,
            JdkKey.P256,
            JdkKey.P384,
            JdkKey.P521,
            JdkKey.SK_ED25519,
            JdkKey.SK_P256);
    var text = new StringBuilder();
    var signatures = new ArrayList<String>();
    for (var type : types) {
      var one = JdkKey.of(type);
      text.append(type).append("@example.com ").append(one.line()).append('\n');
      signatures.add(one.sign(MESSAGE, NAMESPACE, "sha512", 1));
    }
    text.append("weak ").append(JdkKey.of(JdkKey.RSA, 1024).line()).append('\n');

    var signers = parse(text.toString());
    for (int i = 0; i < types.size(); i++) {
      var valid =
          (SignatureResult.Valid) SshSignatures.verify(MESSAGE, signatures.get(i), NAMESPACE);
      assertThat(signers.principals(valid.key(), NAMESPACE, NOON))
          .containsExactly(types.get(i) + "@example.com");
    }
    assertThat(signers.diagnostics())
        .extracting(Diagnostic::message)
        .containsExactly("this line allows nothing: the RSA key has 1024 bits, less than 2048");
  }

  /// Compared with `ssh-keygen` on random lists of patterns over a small alphabet.
  @Test
  void patterns_match_as_in_ssh_keygen() throws IOException, InterruptedException {
    var random = new Random(4_251);
    for (int i = 0; i < Proofs.tries(1_000, 25); i++) {
      var pattern = random(random, "ab*?*,!", 1 + random.nextInt(8));
      var name = random(random, "ab", 1 + random.nextInt(5));
      var text = pattern + " " + key.line() + "\n";
      assertThat(parse(text).allows(name, signer, NAMESPACE, NOON))
          .as(pattern + " for " + name)
          .isEqualTo(verifies(keygen, text, name));
    }
  }

  private static String random(Random random, String alphabet, int length) {
    var text = new StringBuilder();
    for (int i = 0; i < length; i++) {
      text.append(alphabet.charAt(random.nextInt(alphabet.length())));
    }
    return text.toString();
  }

  @Test
  void many_stars_take_no_exponential_time() {
    var text = "*a".repeat(400) + "b " + key.line();
    assertThat(parse(text).allows("a".repeat(2_000), signer, NAMESPACE, NOON)).isFalse();
  }
}
