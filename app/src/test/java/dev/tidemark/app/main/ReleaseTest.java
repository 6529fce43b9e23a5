package dev.tidemark.app.main;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.net.httpserver.HttpServer;
import dev.tidemark.app.Repository;
import dev.tidemark.evidence.Envelope;
import dev.tidemark.evidence.signature.SignatureResult;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import dev.tidemark.testkit.LongProof;
import java.io.File;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// The files of a release, made by `build/release` from the distribution that `mvn package` has
/// made, and each way to install them in an environment without Java.
@EnabledOnOs(value = OS.LINUX, disabledReason = "a release is made on Linux")
@LongProof
class ReleaseTest {
  private static final Path ROOT = Repository.root();
  private static final Path DIST = ROOT.resolve("app/target/tidemark");
  private static final String VERSION = "0.1.0";
  private static final String ARCHIVE = "tidemark-" + VERSION + "-linux-x64.tar.gz";
  private static final String TOOLS = "git ssh-keygen lintian rubocop minisign dpkg-deb";

  private static final String JBANG = "0.132.1";
  private static final boolean CI = System.getenv("TIDEMARK_CI") != null;

  @TempDir private static Path shared;
  @TempDir private Path temp;
  private static Path release;
  private static Path key;

  private record Ran(int exit, String out) {}

  @BeforeAll
  static void make() throws Exception {
    assumeTrue(installed("npm"), "npm is missing");
    var lists = DIST.resolve("lib/command.classes");
    assumeTrue(CI || Files.exists(lists), "mvn package -DskipTests makes the whole distribution");
    var adapter = "adapters/spring-ai/target/tidemark-spring-ai-" + VERSION + ".jar";
    assumeTrue(CI || Files.exists(ROOT.resolve(adapter)), "mvn package makes the adapters");
    for (var tool : TOOLS.split(" ")) {
      assumeTrue(CI || installed(tool), tool + " is missing");
    }
    var programs = Files.createDirectory(shared.resolve("programs"));
    try (var list = Files.list(Path.of("/usr/bin"))) {
      for (var program : list.filter(each -> !each.endsWith("java")).toList()) {
        Files.createSymbolicLink(programs.resolve(program.getFileName()), program);
      }
    }
    release = shared.resolve("release");
    key = shared.resolve("key");
    run(shared, "ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", key.toString());
    run(shared, "minisign", "-G", "-W", "-p", "minisign.pub", "-s", "minisign.key");
    var made =
        run(
            ROOT,
            "build/release",
            VERSION,
            "--snapshot",
            "--out",
            release.toString(),
            "--key",
            key.toString(),
            "--minisign",
            shared.resolve("minisign.key").toString(),
            "--repository",
            "https://example.org/team/tidemark",
            "--maintainer",
            "Ann <ann@example.org>");
    assertThat(made.exit()).as(made.out()).isZero();
  }

  /// JUnit would print a warning about each link.
  @AfterAll
  static void remove() throws Exception {
    run(shared, "rm", "-rf", "programs");
  }

  private static boolean isBuilt(String module) {
    return ROOT.resolve(module + "/target").toFile().list((at, name) -> name.endsWith(".jar"))
            instanceof String[] jars
        && jars.length > 0;
  }

  private static boolean installed(String program) {
    return Stream.of(System.getenv("PATH").split(File.pathSeparator))
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
  }

  @Test
  void the_npm_package_installs_without_a_registry_and_the_tour_works_without_java()
      throws Exception {
    var prefix = temp.resolve("prefix");
    var installed =
        bare(
            "npm",
            "install",
            "--global",
            "--offline",
            "--prefix",
            prefix.toString(),
            release.resolve("tidemark-" + VERSION + "-npm-linux-x64.tgz").toString());
    assertThat(installed.exit()).as(installed.out()).isZero();

    var program = prefix.resolve("bin/tidemark").toString();
    assertThat(bare(program, "--version").out()).startsWith("tidemark " + VERSION);
    var tour = bare(program, "tour");
    assertThat(tour.out()).contains("The tour has ended");
    assertThat(tour.exit()).as(tour.out()).isZero();
    assertThat(prefix.resolve("lib/node_modules/tidemark/lib").toFile().list())
        .as("caches that a JVM rejects, because npm changes the times of the jars")
        .noneMatch(name -> name.endsWith(".aot"));

    var removed = bare("npm", "uninstall", "--global", "--prefix", prefix.toString(), "tidemark");
    assertThat(removed.exit()).as(removed.out()).isZero();
    assertThat(files(prefix)).isEmpty();
  }

  @Test
  void npx_runs_the_tour_of_a_package_file_and_of_a_package_in_a_registry() throws Exception {
    var packed = release.resolve("tidemark-" + VERSION + "-npm-linux-x64.tgz");
    Files.createSymbolicLink(temp.resolve(packed.getFileName()), packed);
    var file = sh(temp, documented("npx ./").replaceAll(" tour$", " version"));
    assertThat(file.out()).contains("\ntidemark " + VERSION);

    run(temp, "tar", "-xzf", packed.toString(), "package/package.json");
    var registry = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
    var address = "http://127.0.0.1:" + registry.getAddress().getPort();
    var version =
        Files.readString(temp.resolve("package/package.json"))
            .replaceFirst("\\{", "{\"dist\": {\"tarball\": \"" + address + "/tidemark.tgz\"},");
    answer(
        registry,
        "/tidemark",
        ("{\"name\": \"tidemark\", \"dist-tags\": {\"latest\": \"%s\"}, \"versions\": {\"%s\":"
                + " %s}}")
            .formatted(VERSION, VERSION, version)
            .getBytes(UTF_8));
    answer(registry, "/tidemark.tgz", Files.readAllBytes(packed));
    registry.start();
    try {
      var empty = Files.createDirectory(temp.resolve("empty"));
      var tour = sh(empty, "npx --yes --registry " + address + " tidemark tour");
      assertThat(tour.out()).contains("The tour has ended");
      assertThat(tour.exit()).as(tour.out()).isZero();
    } finally {
      registry.stop(0);
    }
  }

  private static void answer(HttpServer server, String path, byte[] body) {
    server.createContext(
        path,
        exchange -> {
          boolean found = exchange.getRequestURI().getPath().equals(path);
          exchange.sendResponseHeaders(found ? 200 : 404, found ? body.length : -1);
          if (found) {
            exchange.getResponseBody().write(body);
          }
          exchange.close();
        });
  }

  @Test
  void npm_refuses_a_package_that_names_another_platform() throws Exception {
    var packed = release.resolve("tidemark-" + VERSION + "-npm-linux-x64.tgz").toString();
    run(temp, "tar", "-xzf", packed, "package/package.json");
    var file = temp.resolve("package/package.json");
    assertThat(json(file).strings("os")).containsExactly("linux");
    assertThat(json(file).strings("cpu")).containsExactly("x64");
    assertThat(json(file).strings("libc")).containsExactly("glibc");
    Files.writeString(file, Files.readString(file).replace("[\"linux\"]", "[\"darwin\"]"));
    run(temp, "tar", "-czf", "other.tgz", "package");
    var other = temp.resolve("other.tgz").toString();

    var refused =
        bare("npm", "install", "--global", "--offline", "--prefix", temp.toString(), other);

    assertThat(refused.exit()).isNotZero();
    assertThat(refused.out()).contains("EBADPLATFORM");
  }

  @Test
  void the_debian_package_is_accepted_by_lintian_and_runs() throws Exception {
    var deb = release.resolve("tidemark_" + VERSION + "_amd64.deb").toString();
    var lintian = run(temp, "lintian", "--fail-on", "error,warning", deb);
    assertThat(lintian.exit()).as(lintian.out()).isZero();

    run(temp, "dpkg-deb", "-x", deb, "root");
    assertThat(bare(temp.resolve("root/usr/bin/tidemark").toString(), "--version").out())
        .startsWith("tidemark " + VERSION);
    assertThat(run(temp, "dpkg-deb", "--field", deb, "Package", "Version", "Maintainer").out())
        .contains("Package: tidemark", "Version: " + VERSION, "Maintainer: Ann <ann@example.org>");
    assertThat(
            Files.readString(temp.resolve("root/usr/share/bash-completion/completions/tidemark")))
        .contains("complete -");
  }

  @Test
  void the_debian_package_runs_in_a_clean_system_and_leaves_nothing_behind() throws Exception {
    assumeTrue(CI || installed("mmdebstrap") && installed("bwrap"), "needs mmdebstrap and bwrap");
    var made = run(temp, "sh", "-c", CleanDebian.MAKE);
    assumeTrue(CI || made.exit() == 0, made.out());
    assertThat(made.exit()).as(made.out()).isZero();
    var deb = release.resolve("tidemark_" + VERSION + "_amd64.deb");

    var lived = run(temp, CleanDebian.lifeOf(deb).toArray(String[]::new));
    // Its links lead elsewhere.
    run(temp, "rm", "-rf", "system");

    assertThat(lived.out()).contains("The tour has ended", "the same files as before");
    assertThat(lived.exit()).as(lived.out()).isZero();
  }

  @Test
  void the_archives_run_and_hold_no_caches() throws Exception {
    var installed = sh(release, documented("mkdir -p ~/.local/bin && tar "));
    assertThat(installed.exit()).as(installed.out()).isZero();
    var local = temp.resolve("home/.local");
    assertThat(sh(temp, "~/.local/bin/tidemark --version").out()).startsWith("tidemark " + VERSION);
    assertThat(local.resolve("tidemark-" + VERSION + "/lib").toFile().list())
        .noneMatch(name -> name.endsWith(".aot"));
  }

  /// The rules of SDKMAN! for an archive.
  @Test
  void the_portable_archive_has_one_base_folder_with_executable_programs() throws Exception {
    var archive = release.resolve("tidemark-" + VERSION + ".zip");
    var permissions = Map.of("enablePosixFileAttributes", true);
    try (var zip = FileSystems.newFileSystem(archive, permissions)) {
      try (var list = Files.list(zip.getPath("/"))) {
        assertThat(list.map(Path::toString).toList()).containsExactly("/tidemark-" + VERSION);
      }
      var bin = zip.getPath("/tidemark-" + VERSION + "/bin");
      assertThat(bin.resolve("tidemark.cmd")).exists();
      assertThat(Files.getPosixFilePermissions(bin.resolve("tidemark")))
          .contains(PosixFilePermission.OTHERS_EXECUTE);
    }
  }

  @Test
  void the_launcher_for_windows_has_its_line_ends_and_names_jars_that_are_there() throws Exception {
    var home = "tidemark-" + VERSION + "/";
    try (var zip = new ZipFile(release.resolve("tidemark-" + VERSION + ".zip").toFile())) {
      var entry = zip.getEntry(home + "bin/tidemark.cmd");
      var launcher = new String(zip.getInputStream(entry).readAllBytes(), UTF_8);
      assertThat(launcher.replace("\r\n", "")).doesNotContain("\r", "\n");
      var jars = Pattern.compile("%H%\\\\(lib\\\\[^;\"*]+[.]jar)").matcher(launcher).results();
      var names = jars.map(jar -> jar.group(1).replace('\\', '/')).toList();
      assertThat(names).hasSizeGreaterThan(5);
      assertThat(names).allMatch(name -> zip.getEntry(home + name) != null);
    }
  }

  @Test
  void every_file_has_a_checksum_and_the_checksums_are_signed() throws Exception {
    var listed = new TreeSet<>(sums().keySet());
    listed.addAll(List.of("SHA256SUMS", "SHA256SUMS.sig", "SHA256SUMS.minisig"));
    assertThat(files(release)).containsExactlyElementsOf(listed);
  }

  @Test
  void the_documented_checks_accept_a_download_and_reject_a_changed_one() throws Exception {
    var download = temp.resolve("download");
    run(temp, "cp", "-r", release.toString(), download.toString());
    Files.copy(shared.resolve("minisign.pub"), download.resolve("minisign.pub"));
    Files.writeString(
        download.resolve("allowed_signers"), "NAME " + Files.readString(Path.of(key + ".pub")));
    var page = Files.readString(ROOT.resolve("docs/install.md"));
    var block = page.replaceFirst("(?s).*?## Check a download\\s+```sh\\n", "");
    var checks = block.substring(0, block.indexOf("```")).lines().toList();
    assertThat(checks).hasSize(3);
    for (var check : checks) {
      assertThat(sh(download, check).exit()).as(check).isZero();
    }

    var sums = download.resolve("SHA256SUMS");
    Files.writeString(sums, Files.readString(sums).replaceAll("(?m)^.{8}", "00000000"));

    for (var check : checks) {
      assertThat(sh(download, check).exit()).as(check).isNotZero();
    }
  }

  @Test
  void the_provenance_is_a_signed_envelope_about_every_file() throws Exception {
    var envelope = Envelope.read(Files.readString(provenance()));
    assertThat(envelope.signatures()).hasSize(1);
    assertThat(envelope.verify(envelope.signatures().getFirst()))
        .isInstanceOf(SignatureResult.Valid.class);

    var statement = (JsonObject) JsonText.parse(envelope.payload());
    assertThat(statement.string("predicateType")).isEqualTo("https://slsa.dev/provenance/v1");
    var subjects = new TreeMap<String, String>();
    for (var subject : statement.array("subject").elements()) {
      var object = (JsonObject) subject;
      subjects.put(object.string("name"), object.object("digest").string("sha256"));
    }
    var sums = sums();
    sums.remove(provenance().getFileName().toString());
    assertThat(subjects).isEqualTo(sums);
    var head = run(ROOT, "git", "rev-parse", "HEAD").out().strip();
    assertThat(envelope.payload()).contains("{\"gitCommit\":\"" + head + "\"}");
  }

  @Test
  void ssh_keygen_verifies_the_provenance() throws Exception {
    var envelope = Envelope.read(Files.readString(provenance()));
    Files.write(temp.resolve("signed"), envelope.signedBytes());
    var signature = envelope.signatures().getFirst().sig().replaceAll("(.{70})", "$1\n");
    Files.writeString(
        temp.resolve("sig"),
        "-----BEGIN SSH SIGNATURE-----\n" + signature + "\n-----END SSH SIGNATURE-----\n");

    var verify = "ssh-keygen -Y verify -n tidemark-gate -I ann -f \"$1\" -s sig <signed";
    var verified = run(temp, "sh", "-c", verify, "sh", signers().toString());

    assertThat(verified.exit()).as(verified.out()).isZero();
  }

  @Test
  void package_managers_get_the_checksum_of_the_file_they_download() throws Exception {
    var metadata = release.resolve("metadata");
    var formula = metadata.resolve("tidemark.rb");
    var rules = ROOT.resolve("build/package/rubocop.yml").toString();
    var style = run(temp, "rubocop", "--config", rules, formula.toString());
    assertThat(style.exit()).as(style.out()).isZero();
    var address = "https://example.org/team/tidemark/releases/download/v" + VERSION + "/";
    assertThat(Files.readString(formula))
        .contains("url \"" + address + ARCHIVE + "\"", "sha256 \"" + sums().get(ARCHIVE) + "\"");

    var sdkman = json(metadata.resolve("sdkman-version.json"));
    var zip = "tidemark-" + VERSION + ".zip";
    assertThat(sdkman.string("url")).isEqualTo(address + zip);
    assertThat(sdkman.string("sha256sum")).isEqualTo(sums().get(zip));
  }

  @Test
  void the_jar_and_the_libraries_of_the_jbang_catalog_are_a_program() throws Exception {
    var catalog = json(release.resolve("metadata/jbang-catalog.json"));
    var alias = catalog.object("aliases").object("tidemark");
    var jars = new ArrayList<String>();
    jars.add(release.resolve(alias.string("script-ref").replaceAll(".*/", "")).toString());
    for (var library : alias.strings("dependencies")) {
      var jar = library.replaceFirst("^[^:]*:", "").replace(':', '-') + ".jar";
      try (var walk = Files.walk(DIST.resolve("lib"))) {
        jars.add(walk.filter(each -> each.endsWith(jar)).findFirst().orElseThrow().toString());
      }
    }

    var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    var ran = bare(java, "-cp", String.join(":", jars), alias.string("main"), "--version");

    assertThat(ran.out()).startsWith("tidemark ");
    assertThat(ran.exit()).isZero();
  }

  /// JBang itself, with the files of the release in the place of their addresses.
  @Test
  void jbang_runs_the_program_of_the_catalog() throws Exception {
    var repository = Path.of(System.getProperty("user.home"), ".m2/repository");
    var file = "jbang-cli-" + JBANG + "-all.jar";
    var jbang = repository.resolve("dev/jbang/jbang-cli").resolve(JBANG).resolve(file);
    assumeTrue(Files.exists(jbang), "JBang is missing: build/proof has the command");
    var catalog = Files.readString(release.resolve("metadata/jbang-catalog.json"));
    var address = "https://example.org/team/tidemark/releases/download/v" + VERSION;
    Files.writeString(
        Files.createDirectory(temp.resolve("metadata")).resolve("jbang-catalog.json"),
        catalog.replace(address, release.toString()));
    var java = System.getProperty("java.home");
    var words = List.of(documented("jbang ").replaceFirst("jbang ", "").split(" "));
    var command = new ArrayList<>(List.of(java + "/bin/java", "-cp", jbang.toString()));
    command.add("dev.jbang.Main");
    command.addAll(words);
    var builder = environment(temp, command.toArray(String[]::new));
    builder.environment().put("JAVA_HOME", java);
    var made = ran(builder);
    var unreachable = made.out().contains("Could not resolve dependencies");
    assumeTrue(!unreachable, "Maven Central is not reached");

    // What JBang prints last is for the shell that has started it.
    var ran = sh(temp, made.out().lines().toList().getLast());

    assertThat(ran.out()).as(made.out()).startsWith("tidemark " + VERSION);
    assertThat(ran.exit()).isZero();
  }

  @Test
  void a_bundle_that_central_would_refuse_is_named() throws Exception {
    var bundle = temp.resolve("bundle.zip");
    Files.copy(release.resolve("tidemark-" + VERSION + "-maven-central.zip"), bundle);
    assertThat(verified(bundle).exit()).isZero();

    var folder = "dev/tidemark/tidemark-core/" + VERSION + "/";
    var pom = folder + "tidemark-core-" + VERSION + ".pom";
    Files.createDirectories(temp.resolve(folder));
    var jar = Path.of(System.getProperty("java.home"), "bin", "jar").toString();
    run(temp, jar, "-xf", bundle.toString(), pom);
    Files.writeString(
        temp.resolve(pom),
        Files.readString(temp.resolve(pom)).replaceAll("(?s)<developers>.*</developers>", ""));
    run(temp, jar, "-uf", bundle.toString(), pom);

    var refused = verified(bundle);
    assertThat(refused.exit()).isEqualTo(1);
    assertThat(refused.out())
        .contains("no /project/developers/developer/name", "SHA-1 is missing or wrong");
  }

  /// With what docs/library.md shows, in a project of Maven that knows no repository but the bundle
  /// and the files that the build has downloaded.
  @Test
  void a_project_embeds_the_library_by_the_bom_and_runs_on_java_21() throws Exception {
    var jar = Path.of(System.getProperty("java.home"), "bin", "jar").toString();
    var bundle = release.resolve("tidemark-" + VERSION + "-maven-central.zip").toString();
    var repository = Files.createDirectories(temp.resolve("repository"));
    assertThat(run(repository, jar, "-xf", bundle).exit()).isZero();
    var project = new EmbeddedProject(temp, repository);

    var built = ran(project.build());
    assertThat(built.exit()).as(built.out()).isZero();
    var embedded = ran(project.example());

    assertThat(embedded.out()).contains("stored: true\ngo on with: implementation\n");
    assertThat(embedded.exit()).isZero();
  }

  @Test
  void links_of_the_javadoc_site_lead_to_pages_of_it() throws Exception {
    var name = "tidemark-" + VERSION + "-javadoc";
    run(temp, "tar", "-xzf", release.resolve(name + ".tar.gz").toString());
    var site = temp.resolve(name);
    assertThat(site.resolve("dev.tidemark.library/dev/tidemark/library/Project.html")).exists();
    var links = Pattern.compile("(?:href|src)=\"(?![a-z]+:|#)([^\"#?]*)");
    var broken = new TreeSet<String>();
    for (var page : files(site)) {
      if (page.endsWith(".html")) {
        links
            .matcher(Files.readString(site.resolve(page)))
            .results()
            .map(link -> link.group(1))
            .filter(link -> !Files.exists(site.resolve(page).resolveSibling(link)))
            .forEach(link -> broken.add(page + ": " + link));
      }
    }
    assertThat(broken).isEmpty();
  }

  @Test
  void a_second_release_has_the_same_bytes() throws Exception {
    var again = temp.resolve("again");
    var lists = release.resolve(ARCHIVE).toString();
    var out = again.toString();
    var made = run(ROOT, "build/release", VERSION, "--snapshot", "--out", out, "--lists", lists);
    assertThat(made.exit()).as(made.out()).isZero();
    assertThat(made.out()).contains("without --key and --minisign nothing is signed");

    // Without the address of a repository, packages do not name it.
    for (var name :
        List.of(
            ARCHIVE,
            "tidemark-" + VERSION + ".zip",
            "tidemark-" + VERSION + ".jar",
            "tidemark-" + VERSION + "-javadoc.tar.gz")) {
      assertThat(Files.mismatch(again.resolve(name), release.resolve(name))).as(name).isEqualTo(-1);
    }
  }

  @Test
  void a_version_without_changes_in_the_change_log_is_refused() throws Exception {
    run(ROOT, "cp", "-r", "--parents", "build/release", "pom.xml", temp.toString());
    Files.writeString(temp.resolve("CHANGELOG.md"), "# Changes\n\n## Unreleased\n\n- More.\n");

    var refused = run(temp, "build/release", VERSION, "--snapshot");

    assertThat(refused.exit()).isEqualTo(1);
    assertThat(refused.out())
        .contains("release: CHANGELOG.md has no section \"## " + VERSION + "\"", "hint: rename");
    assertThat(run(temp, "build/release", "9.9.9", "--snapshot").out())
        .contains("release: pom.xml has version " + VERSION + ", not 9.9.9");
  }

  @Test
  void a_folder_with_other_files_is_not_replaced() throws Exception {
    var kept = Files.writeString(temp.resolve("kept"), "kept");

    var refused = run(ROOT, "build/release", VERSION, "--snapshot", "--out", temp.toString());

    assertThat(refused.exit()).isEqualTo(1);
    assertThat(refused.out()).contains("release: --out is not the folder of a release: ");
    assertThat(kept).hasContent("kept");
  }

  private static Ran verified(Path bundle) throws Exception {
    var java = System.getProperty("java.home") + "/bin/java";
    return run(ROOT, java, "build/CentralBundle.java", "verify", bundle.toString());
  }

  private static Path provenance() {
    return release.resolve("tidemark-" + VERSION + ".provenance.json");
  }

  private Path signers() throws IOException {
    var file = temp.resolve("allowed_signers");
    return Files.writeString(file, "ann " + Files.readString(Path.of(key + ".pub")));
  }

  private static Map<String, String> sums() throws IOException {
    var sums = new TreeMap<String, String>();
    for (var line : Files.readAllLines(release.resolve("SHA256SUMS"))) {
      var parts = line.split("  ", 2);
      sums.put(parts[1], parts[0]);
    }
    return sums;
  }

  private static List<String> files(Path folder) throws IOException {
    try (var walk = Files.walk(folder)) {
      var files = walk.filter(Files::isRegularFile);
      return files.map(file -> folder.relativize(file).toString()).sorted().toList();
    }
  }

  private static JsonObject json(Path file) throws Exception {
    return (JsonObject) JsonText.parse(Files.readString(file));
  }

  /// Runs a program with the programs of the system but without Java, and an empty home, in an
  /// empty folder.
  private Ran bare(String... words) throws Exception {
    return ran(environment(Files.createDirectories(temp.resolve("home")), words));
  }

  private ProcessBuilder environment(Path folder, String... words) throws IOException {
    var builder = new ProcessBuilder(words).directory(folder.toFile());
    builder.environment().clear();
    builder.environment().put("PATH", shared.resolve("programs").toString());
    builder.environment().put("HOME", Files.createDirectories(temp.resolve("home")).toString());
    builder.environment().put("TIDEMARK_SERVER", "off");
    return builder;
  }

  /// Returns the command of docs/install.md that begins so.
  private static String documented(String beginning) throws IOException {
    var page = Files.readString(ROOT.resolve("docs/install.md"));
    int start = page.indexOf("`" + beginning);
    assertThat(start).as(beginning).isNotNegative();
    return page.substring(start + 1, page.indexOf('`', start + 1));
  }

  /// Runs a command line as [#bare] runs a program, in a folder.
  private Ran sh(Path folder, String command) throws Exception {
    return ran(environment(folder, "sh", "-c", command));
  }

  private static Ran run(Path folder, String... words) throws Exception {
    return ran(new ProcessBuilder(words).directory(folder.toFile()));
  }

  private static Ran ran(ProcessBuilder builder) throws Exception {
    var out = Files.createTempFile(shared, "out", "");
    var process =
        builder
            .redirectErrorStream(true)
            .redirectOutput(out.toFile())
            .redirectInput(new File("/dev/null"))
            .start();
    assertThat(process.waitFor(10, TimeUnit.MINUTES)).isTrue();
    return new Ran(process.exitValue(), Files.readString(out, UTF_8));
  }
}
