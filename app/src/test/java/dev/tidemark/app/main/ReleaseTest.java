package dev.tidemark.app.main;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tidemark.app.Repository;
import dev.tidemark.evidence.Envelope;
import dev.tidemark.evidence.signature.SignatureResult;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The files of a release, made by `build/release` from the distribution that `./tidemark` has
/// built, and each way to install them in an environment without Java.
class ReleaseTest {
  private static final Path ROOT = Repository.root();
  private static final Path DIST = ROOT.resolve("app/target/tidemark");
  private static final String VERSION = "0.1.0";
  private static final String ARCHIVE = "tidemark-" + VERSION + "-linux-x64.tar.gz";
  private static final List<String> TOOLS =
      List.of("git", "ssh-keygen", "lintian", "ruby", "shellcheck", "minisign", "dpkg-deb");

  private static final String POM =
      """
      <project>
        <modelVersion>4.0.0</modelVersion>
        <groupId>org.example</groupId>
        <artifactId>embedder</artifactId>
        <version>1</version>
        <properties>
          <maven.compiler.release>21</maven.compiler.release>
        </properties>
      %s</project>
      """;

  private static final String SETTINGS =
      """
      <settings>
        <localRepository>%s/local</localRepository>
        <mirrors>
          <mirror>
            <id>downloads</id>
            <mirrorOf>central</mirrorOf>
            <url>file://%s</url>
          </mirror>
        </mirrors>
        <profiles>
          <profile>
            <id>bundle</id>
            <repositories>
              <repository>
                <id>bundle</id>
                <url>file://%s</url>
              </repository>
            </repositories>
          </profile>
        </profiles>
        <activeProfiles>
          <activeProfile>bundle</activeProfile>
        </activeProfiles>
      </settings>
      """;

  @TempDir private static Path shared;
  private static Path release;
  private static Path key;

  @TempDir private Path temp;

  private record Ran(int exit, String out) {}

  @BeforeAll
  static void make() throws Exception {
    boolean ci = System.getenv("TIDEMARK_CI") != null;
    assumeTrue(System.getProperty("os.name").equals("Linux"), "a release is made on Linux");
    assumeTrue(installed("npm"), "npm is missing");
    assumeTrue(ci || Files.exists(DIST.resolve("lib/built")), "./tidemark --version builds it");
    for (var tool : TOOLS) {
      assumeTrue(ci || installed(tool), tool + " is missing");
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
    assertThat(bare(program, "version").out()).startsWith("tidemark " + VERSION);
    var tour = bare(program, "tour");
    assertThat(tour.out()).contains("The tour has ended");
    assertThat(tour.exit()).as(tour.out()).isZero();
    assertThat(prefix.resolve("lib/node_modules/tidemark/lib").toFile().list())
        .as("caches that a JVM rejects, because npm changes the times of the jars")
        .noneMatch(name -> name.endsWith(".aot"));
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
    assertThat(bare(temp.resolve("root/usr/bin/tidemark").toString(), "version").out())
        .startsWith("tidemark " + VERSION);
    assertThat(run(temp, "dpkg-deb", "--field", deb, "Package", "Version", "Maintainer").out())
        .contains("Package: tidemark", "Version: " + VERSION, "Maintainer: Ann <ann@example.org>");
    assertThat(
            Files.readString(temp.resolve("root/usr/share/bash-completion/completions/tidemark")))
        .contains("complete -");
  }

  @Test
  void the_archives_run_and_hold_no_caches() throws Exception {
    run(temp, "tar", "-xzf", release.resolve(ARCHIVE).toString());
    var home = temp.resolve("tidemark-" + VERSION);
    assertThat(bare(home.resolve("bin/tidemark").toString(), "version").out())
        .startsWith("tidemark " + VERSION);
    assertThat(home.resolve("lib").toFile().list()).noneMatch(name -> name.endsWith(".aot"));
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
    assertThat(run(release, "sha256sum", "--check", "--quiet", "SHA256SUMS").exit()).isZero();
    var listed = new TreeSet<>(sums().keySet());
    listed.addAll(List.of("SHA256SUMS", "SHA256SUMS.sig", "SHA256SUMS.minisig"));
    assertThat(listed).isEqualTo(files(release));

    var verify = "ssh-keygen -Y verify -n file -I ann -f \"$1\" -s SHA256SUMS.sig <SHA256SUMS";
    assertThat(run(release, "sh", "-c", verify, "sh", signers().toString()).exit()).isZero();
    var minisign = shared.resolve("minisign.pub").toString();
    assertThat(run(release, "minisign", "-V", "-p", minisign, "-m", "SHA256SUMS").exit()).isZero();
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
    assertThat(run(temp, "ruby", "-c", formula.toString()).exit()).isZero();
    var address = "https://example.org/team/tidemark/releases/download/v" + VERSION + "/";
    assertThat(Files.readString(formula))
        .contains("url \"" + address + ARCHIVE + "\"", "sha256 \"" + sums().get(ARCHIVE) + "\"");

    var sdkman = json(metadata.resolve("sdkman-release.json"));
    var zip = "tidemark-" + VERSION + ".zip";
    assertThat(sdkman.string("url")).isEqualTo(address + zip);
    assertThat(sdkman.object("checksums").string("SHA-256")).isEqualTo(sums().get(zip));
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
    var ran = bare(java, "-cp", String.join(":", jars), alias.string("main"), "version");

    assertThat(ran.out()).startsWith("tidemark ");
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
    run(temp, "jar", "-xf", bundle.toString(), pom);
    Files.writeString(
        temp.resolve(pom),
        Files.readString(temp.resolve(pom)).replaceAll("(?s)<developers>.*</developers>", ""));
    run(temp, "jar", "-uf", bundle.toString(), pom);

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
    var page = Files.readString(ROOT.resolve("docs/library.md"));
    var project = Files.createDirectories(temp.resolve("project"));
    Files.writeString(project.resolve("pom.xml"), POM.formatted(block("xml", "bom", page)));
    Files.writeString(
        project.resolve("settings.xml"), SETTINGS.formatted(temp, downloads(), repository));
    var sources = Files.createDirectories(project.resolve("src/main/java"));
    Files.writeString(
        sources.resolve("Example.java"), block("java", "public class Example ", page));

    var maven =
        new ProcessBuilder(
                "mvn",
                "-q",
                "--settings=settings.xml",
                plugin("compiler") + ":compile",
                plugin("dependency") + ":build-classpath",
                "-Dmdep.outputFile=class-path.txt")
            .directory(project.toFile());
    maven.environment().put("JAVA_HOME", System.getProperty("java.home"));
    var built = ran(maven);
    assertThat(built.exit()).as(built.out()).isZero();
    var home = System.getenv().getOrDefault("TIDEMARK_JAVA_21", System.getProperty("java.home"));
    var classPath = "target/classes:" + Files.readString(project.resolve("class-path.txt"));
    var work = Files.createDirectories(temp.resolve("work")).toString();
    var embedded = run(project, home + "/bin/java", "-cp", classPath, "Example", work);

    assertThat(embedded.out()).contains("stored: true\ngo on with: implementation\n");
    assertThat(embedded.exit()).isZero();
  }

  /// Returns the first block of a page, in a language, that has a text.
  private static String block(String language, String text, String page) {
    var blocks = Pattern.compile("(?s)```" + language + "\n(.*?)```\n").matcher(page).results();
    return blocks.map(each -> each.group(1)).filter(each -> each.contains(text)).findFirst().get();
  }

  /// Returns the repository of Maven that the libraries of this test are in.
  private static String downloads() {
    var repository = Pattern.compile("[^:]*(?=/org/assertj/assertj-core/)");
    var found = repository.matcher(System.getProperty("java.class.path")).results();
    return found.map(MatchResult::group).findFirst().orElseThrow();
  }

  /// Returns a plugin in the version of the build.
  private static String plugin(String name) throws Exception {
    var artifact = "maven-" + name + "-plugin";
    var stated = Pattern.compile(artifact + "</artifactId>\\s*<version>(.*)</version>");
    var version = stated.matcher(Files.readString(ROOT.resolve("pom.xml"))).results();
    return "org.apache.maven.plugins:"
        + artifact
        + ":"
        + version.map(each -> each.group(1)).findFirst().orElseThrow();
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

  @Test
  void the_scripts_are_accepted_by_shellcheck() throws Exception {
    var checked = run(ROOT, "shellcheck", "-x", "build/release", "build/javadoc", "build/java21");

    assertThat(checked.exit()).as(checked.out()).isZero();
  }

  private Ran verified(Path bundle) throws Exception {
    var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
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

  private static TreeSet<String> files(Path folder) throws IOException {
    try (var walk = Files.walk(folder)) {
      var names = new TreeSet<String>();
      walk.filter(Files::isRegularFile)
          .forEach(file -> names.add(folder.relativize(file).toString()));
      return names;
    }
  }

  private static JsonObject json(Path file) throws Exception {
    return (JsonObject) JsonText.parse(Files.readString(file));
  }

  /// Runs a program with a search path of the system and an empty home, in an empty folder.
  private Ran bare(String... words) throws Exception {
    var home = Files.createDirectories(temp.resolve("home"));
    var builder = new ProcessBuilder(words).directory(home.toFile());
    builder.environment().clear();
    builder.environment().put("PATH", "/usr/bin:/bin");
    builder.environment().put("HOME", home.toString());
    return ran(builder);
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
