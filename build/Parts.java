import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/// Adds to the list of parts (CycloneDX) what the distribution takes from the machine that builds
/// it: the run time, and the C library and the compiler of the native clients. Nothing but their
/// versions, so that two builds on one machine make the same list.
final class Parts {
  private static final String BEFORE = "\n  \"components\" : [\n";

  private Parts() {}

  /// Takes the list of the repository, and the folder of the distribution.
  public static void main(String[] args) throws Exception {
    write(Path.of(args[0]), Path.of(args[1]), Map.of("bin/tidemark", "cc"));
  }

  /// Writes the list of a distribution whose run time is that of this process.
  ///
  /// @param clients the compilers of the native clients, by path; a client that was not compiled is
  ///   left out
  static void write(Path list, Path dist, Map<String, String> clients) throws Exception {
    StringBuilder parts = new StringBuilder();
    String vendor = System.getProperty("java.vendor");
    String build = System.getProperty("java.vendor.version", vendor) + " of " + vendor;
    parts.append(
        part(
            "openjdk",
            System.getProperty("java.runtime.version"),
            "runtime",
            "Run time, " + build + ", in archives for one system, as",
            "GPL-2.0-only WITH Classpath-exception-2.0"));
    for (Map.Entry<String, String> client : new TreeMap<>(clients).entrySet()) {
      String place = client.getKey();
      if (!isCompiled(dist.resolve(place))) {
        continue;
      }
      Map<String, String> macros = macros(client.getValue());
      if (macros.containsKey("__GLIBC__")) {
        String version = macros.get("__GLIBC__") + "." + macros.get("__GLIBC_MINOR__");
        parts.append(part("glibc", version, place, "C library, linked into", "LGPL-2.1-or-later"));
      }
      boolean clang = macros.containsKey("__clang__");
      String version = macros.get(clang ? "__clang_version__" : "__VERSION__");
      parts.append(
          part(
              clang ? "clang" : "gcc",
              version.replace("\"", "").strip(),
              place,
              "Compiler, its library linked into",
              clang
                  ? "Apache-2.0 WITH LLVM-exception"
                  : "GPL-3.0-or-later WITH GCC-exception-3.1"));
    }
    String text = Files.readString(list);
    if (!text.contains(BEFORE)) {
      throw new IllegalStateException(list + " has no components");
    }
    Files.writeString(dist.resolve("sbom.json"), text.replace(BEFORE, BEFORE + parts));
  }

  private static String part(
      String name, String version, String place, String description, String licence) {
    String id = "pkg:generic/" + name + "@" + version.replace("+", "%2B").replace(" ", "%20");
    return """
        {
          "type" : "library",
          "bom-ref" : "%s#%s",
          "name" : "%s",
          "version" : "%s",
          "description" : "%s %s",
          "scope" : "required",
          "licenses" : [
            {
              "expression" : "%s"
            }
          ],
          "purl" : "%s"
        },
    """
        .formatted(id, place, name, version, description, place, licence, id);
  }

  /// Returns whether a file is a program of this system and not the script.
  private static boolean isCompiled(Path program) throws IOException {
    if (!Files.exists(program)) {
      return false;
    }
    try (InputStream in = Files.newInputStream(program)) {
      return new String(in.readNBytes(4), StandardCharsets.ISO_8859_1).equals("\177ELF");
    }
  }

  /// Returns the macros that a compiler defines, those of its C library included.
  private static Map<String, String> macros(String compiler) throws Exception {
    Process process =
        new ProcessBuilder(compiler, "-dM", "-E", "-include", "features.h", "-x", "c", "/dev/null")
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    process.waitFor();
    Map<String, String> macros = new HashMap<>();
    for (String line : text.lines().toList()) {
      String[] words = line.split(" ", 3);
      if (words.length == 3) {
        macros.put(words[1], words[2]);
      }
    }
    return macros;
  }
}
