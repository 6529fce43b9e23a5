import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/// Bundle for the publisher of Maven Central: the modules of the library, its adapters, the
/// contract suite and the BOM, each with a POM of its own, sources, Javadoc and checksums. `verify`
/// checks a bundle against the documented requirements of Central, without a network.
final class CentralBundle {
  private static final String GROUP = "dev/tidemark";

  /// What `bom/pom.xml` manages, and the BOM itself.
  private static final List<String> MODULES =
      List.of(
          "core",
          "dialects",
          "stores",
          "integrations",
          "library",
          "evidence",
          "testkit",
          "adapters/langgraph4j",
          "adapters/langchain4j",
          "adapters/spring-ai",
          "bom");

  private final Path root;
  private final String version;
  private final Instant time;
  private final Path scratch;
  private final SortedMap<String, byte[]> files = new TreeMap<>();

  private CentralBundle(Path root, String version, Instant time, Path scratch) {
    this.root = root;
    this.version = version;
    this.time = time;
    this.scratch = scratch;
  }

  /// Takes the bundle, the root of the sources that were built, the version, the time of the files,
  /// the address of the repository, who publishes it, and the OpenPGP key or an empty text; or
  /// `verify` and a bundle.
  public static void main(String[] args) throws Exception {
    if (args[0].equals("verify")) {
      List<String> problems = CentralRules.problems(Files.readAllBytes(Path.of(args[1])));
      problems.forEach(System.err::println);
      System.exit(problems.isEmpty() ? 0 : 1);
    }
    Path scratch = Files.createTempDirectory("tidemark-central-");
    try {
      Path root = Path.of(args[1]).toRealPath();
      CentralBundle bundle = new CentralBundle(root, args[2], Instant.parse(args[3]), scratch);
      ConsumerPom poms = new ConsumerPom(root, args[2], args[4], args[5]);
      for (String module : MODULES) {
        bundle.add(module, poms);
      }
      bundle.sign(args[6]);
      bundle.addChecksums();
      Files.write(Path.of(args[0]), bundle.zip(bundle.files));
    } finally {
      Dist.delete(scratch);
    }
  }

  private void add(String module, ConsumerPom poms) throws Exception {
    String artifact = poms.artifact(module);
    String prefix = GROUP + "/" + artifact + "/" + version + "/" + artifact + "-" + version;
    files.put(prefix + ".pom", poms.text(module).getBytes(UTF_8));
    if (poms.isBom(module)) {
      return;
    }
    Path jar = root.resolve(module + "/target/" + artifact + "-" + version + ".jar");
    files.put(prefix + ".jar", Files.readAllBytes(jar));
    Path sources = root.resolve(module + "/src/main/java");
    SortedMap<String, byte[]> texts = tree(sources);
    if (Files.exists(root.resolve(module + "/src/main/resources"))) {
      texts.putAll(tree(root.resolve(module + "/src/main/resources")));
    }
    files.put(prefix + "-sources.jar", zip(texts));
    files.put(prefix + "-javadoc.jar", zip(tree(javadoc(module, sources))));
  }

  private static SortedMap<String, byte[]> tree(Path folder) throws IOException {
    SortedMap<String, byte[]> content = new TreeMap<>();
    try (Stream<Path> walk = Files.walk(folder)) {
      for (Path file : walk.filter(Files::isRegularFile).toList()) {
        content.put(folder.relativize(file).toString(), Files.readAllBytes(file));
      }
    }
    return content;
  }

  private Path javadoc(String module, Path sources) throws IOException {
    Path pages = scratch.resolve(module);
    List<String> options =
        new ArrayList<>(List.of("-quiet", "-notimestamp", "--no-fonts", "-Xdoclint:none"));
    options.addAll(List.of("--release", "21", "-encoding", "UTF-8", "-d", pages.toString()));
    options.addAll(List.of("-doctitle", "Tidemark " + version));
    String libraries = Files.readString(root.resolve(module + "/target/test-classpath.txt"));
    options.addAll(List.of("-cp", libraries.strip()));
    try (Stream<Path> walk = Files.walk(sources)) {
      walk.map(Path::toString)
          .filter(name -> name.endsWith(".java") && !name.endsWith("module-info.java"))
          .sorted()
          .forEach(options::add);
    }
    ToolProvider javadoc = ToolProvider.findFirst("javadoc").orElseThrow();
    if (javadoc.run(System.err, System.err, options.toArray(String[]::new)) != 0) {
      throw new IOException("javadoc of " + module + " failed");
    }
    return pages;
  }

  private void sign(String key) throws Exception {
    if (key.isEmpty()) {
      System.err.println("release: without --gpg the bundle has no signatures; Central refuses it");
      return;
    }
    for (String name : List.copyOf(files.keySet())) {
      Path file = Files.write(scratch.resolve("file"), files.get(name));
      Path signature = scratch.resolve("file.asc");
      List<String> command =
          List.of("gpg", "--batch", "--yes", "--local-user", key, "--armor", "--detach-sign");
      List<String> words = new ArrayList<>(command);
      words.add(file.toString());
      if (new ProcessBuilder(words).inheritIO().start().waitFor() != 0) {
        throw new IOException("gpg has not signed " + name);
      }
      files.put(name + ".asc", Files.readAllBytes(signature));
    }
  }

  private void addChecksums() throws Exception {
    for (Map.Entry<String, byte[]> file : List.copyOf(files.entrySet())) {
      if (!file.getKey().endsWith(".asc")) {
        for (String algorithm : List.of("MD5", "SHA-1", "SHA-256")) {
          files.put(
              file.getKey() + CentralRules.suffix(algorithm), digest(algorithm, file.getValue()));
        }
      }
    }
  }

  static byte[] digest(String algorithm, byte[] content) throws Exception {
    byte[] digest = MessageDigest.getInstance(algorithm).digest(content);
    return HexFormat.of().formatHex(digest).getBytes(UTF_8);
  }

  private byte[] zip(SortedMap<String, byte[]> content) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream out = new ZipOutputStream(bytes)) {
      for (Map.Entry<String, byte[]> each : content.entrySet()) {
        ZipEntry entry = new ZipEntry(each.getKey());
        entry.setTime(time.toEpochMilli());
        out.putNextEntry(entry);
        out.write(each.getValue());
      }
    }
    return bytes.toByteArray();
  }
}
