package dev.tidemark.app.main;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A command line that has its lines carried out by a server over TLS, whose certificate is one's
/// own: trusted as `docs/serve.md` says, and not otherwise.
class SecureServerTest {
  private static final Pattern TRUSTING = Pattern.compile("(?s)```sh\n(keytool .*?)```");

  @TempDir private Path temp;
  private CommandLineHarness here;
  private Served served;
  private Path keys;

  @BeforeEach
  void serve() throws Exception {
    keys = TlsKey.in(temp);
    here = CommandLineHarness.fresh(temp.resolve("project")).after("init", "start implement/auth");
    var owner = here.with("TIDEMARK_TLS_PASSWORD", TlsKey.PASSWORD);
    served = Served.at(owner, "--tls", keys.toString());
  }

  @AfterEach
  void end() {
    served.close();
  }

  /// Runs a line in a process of its own, as the launcher starts it.
  private Ran run(String url, List<String> options, String line) {
    var far = here.with("TIDEMARK_SERVER", url).with("TIDEMARK_TOKEN", served.token());
    var words = new ArrayList<>(ChildProcess.program(options.toArray(new String[0])));
    words.addAll(List.of(line.split(" ")));
    return ChildProcess.command(far, words).end();
  }

  /// Does what the page says, in a shell, and returns the options that it sets.
  private List<String> trusting() throws IOException, InterruptedException {
    var page = Files.readString(Repository.root().resolve("docs/serve.md"));
    var block = TRUSTING.matcher(page);
    assertThat(block.find()).isTrue();
    var said = temp.resolve("said.txt");
    var script = block.group(1) + "printf '\\n%s\\n' \"$TIDEMARK_JAVA_OPTS\"\n";
    var builder = new ProcessBuilder("sh", "-ec", script).directory(temp.toFile());
    var tools = Path.of(System.getProperty("java.home"), "bin");
    builder.environment().merge("PATH", tools.toString(), (path, bin) -> bin + ":" + path);
    var shell = builder.redirectErrorStream(true).redirectOutput(said.toFile()).start();
    assertThat(shell.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(shell.exitValue()).as(Files.readString(said)).isZero();
    return List.of(Files.readAllLines(said).getLast().split(" "));
  }

  @Test
  void a_certificate_of_ones_own_is_trusted_as_the_page_says() throws Exception {
    var options = trusting();

    var looked = run(served.url(), options, "status --json");
    var changed = run(served.url(), options, "enter implementation");

    assertThat(served.url()).startsWith("https://127.0.0.1:");
    assertThat(looked.exit()).as(looked.toString()).isZero();
    assertThat(looked.err()).isEmpty();
    assertThat(changed.exit()).as(changed.toString()).isZero();
    assertThat(changed.err()).isEmpty();
    assertThat(served.door().lines()).isEqualTo(2);
    assertThat(here.run("history").out()).contains("implementation started");
  }

  @Test
  void nothing_is_sent_to_whoever_cannot_prove_his_name() throws Exception {
    var options = trusting();
    var other = served.url().replace("127.0.0.1", "localhost");

    var unknown = run(served.url(), List.of(), "status");
    var misnamed = run(other, options, "status");

    assertThat(unknown.err()).contains("cannot be reached", "done here instead");
    assertThat(misnamed.err()).contains("cannot be reached", "localhost", "done here instead");
    assertThat(List.of(unknown.exit(), misnamed.exit())).containsExactly(0, 0);
    assertThat(served.door().lines()).isZero();
  }
}
