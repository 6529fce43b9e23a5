import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/// Requirements of Maven Central (central.sonatype.org/publish/requirements), as far as they can be
/// checked without a network.
final class CentralRules {
  private static final List<String> WANTED =
      List.of(
          "/project/modelVersion",
          "/project/groupId",
          "/project/artifactId",
          "/project/version",
          "/project/name",
          "/project/description",
          "/project/url",
          "/project/licenses/license/name",
          "/project/licenses/license/url",
          "/project/developers/developer/name",
          "/project/scm/connection",
          "/project/scm/developerConnection",
          "/project/scm/url");

  private CentralRules() {}

  static String suffix(String algorithm) {
    return "." + algorithm.replace("-", "").toLowerCase(Locale.ROOT);
  }

  private static SortedMap<String, byte[]> entries(byte[] bytes) throws IOException {
    SortedMap<String, byte[]> entries = new TreeMap<>();
    try (ZipInputStream zip = new ZipInputStream(new ByteArrayInputStream(bytes))) {
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        entries.put(entry.getName(), zip.readAllBytes());
      }
    }
    return entries;
  }

  /// Returns what Central would refuse; nothing if it would accept the bundle.
  static List<String> problems(byte[] zip) throws Exception {
    SortedMap<String, byte[]> bundle = entries(zip);
    List<String> problems = new ArrayList<>();
    boolean signed = bundle.keySet().stream().anyMatch(name -> name.endsWith(".asc"));
    int poms = 0;
    for (String name : bundle.keySet()) {
      if (name.endsWith(".pom")) {
        poms++;
        problems.addAll(problems(name.substring(0, name.length() - 4), bundle));
      }
      if (name.matches(".*[.](pom|jar)")) {
        for (String algorithm : List.of("MD5", "SHA-1")) {
          byte[] stated = bundle.get(name + suffix(algorithm));
          byte[] actual = CentralBundle.digest(algorithm, bundle.get(name));
          if (!Arrays.equals(stated, actual)) {
            problems.add(name + ": " + algorithm + " is missing or wrong");
          }
        }
        if (signed && !bundle.containsKey(name + ".asc")) {
          problems.add(name + ": no signature");
        }
      } else if (!name.matches(".*[.](pom|jar)[.](md5|sha1|sha256|sha512|asc)")) {
        problems.add(name + ": no file of a Maven repository");
      }
    }
    if (poms == 0) {
      problems.add("no POM in the bundle");
    }
    return problems;
  }

  private static List<String> problems(String prefix, SortedMap<String, byte[]> bundle)
      throws Exception {
    List<String> problems = new ArrayList<>();
    ConsumerPom.Xml pom = ConsumerPom.Xml.parse(bundle.get(prefix + ".pom"));
    for (String path : WANTED) {
      if (pom.text(path).isBlank()) {
        problems.add(prefix + ".pom: no " + path);
      }
    }
    String group = pom.text("/project/groupId").replace('.', '/');
    String artifact = pom.text("/project/artifactId");
    String version = pom.text("/project/version");
    String expected = group + "/" + artifact + "/" + version + "/" + artifact + "-" + version;
    if (!prefix.equals(expected)) {
      problems.add(prefix + ".pom: its coordinates are those of " + expected);
    }
    if (version.endsWith("-SNAPSHOT")) {
      problems.add(prefix + ".pom: a snapshot");
    }
    if (!pom.text("/project/repositories|/project/pluginRepositories").isEmpty()) {
      problems.add(prefix + ".pom: names repositories");
    }
    for (String dependency : pom.incompleteDependencies()) {
      problems.add(prefix + ".pom: " + dependency + " has no fixed version or is a system file");
    }
    for (String managed : pom.managedFiles()) {
      if (!bundle.containsKey(managed + ".jar")) {
        problems.add(prefix + ".pom: manages " + managed + ".jar, which is not in the bundle");
      }
    }
    if (pom.text("/project/packaging").equals("pom")) {
      return problems;
    }
    problems.addAll(lacking(prefix + ".jar", ".class", bundle));
    problems.addAll(lacking(prefix + "-sources.jar", ".java", bundle));
    problems.addAll(lacking(prefix + "-javadoc.jar", "index.html", bundle));
    return problems;
  }

  private static List<String> lacking(String jar, String ending, SortedMap<String, byte[]> bundle)
      throws IOException {
    byte[] content = bundle.get(jar);
    boolean there =
        content != null
            && entries(content).keySet().stream().anyMatch(name -> name.endsWith(ending));
    return there ? List.of() : List.of(jar + ": no " + ending + " in it");
  }
}
