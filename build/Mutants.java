import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Lets PIT change core and the dialects in small ways, one package after the other, and counts
/// which changes a test notices. Runs with the class path of all modules and PIT.
final class Mutants {
  private static final String ROOT = "dev.tidemark.";
  private static final List<String> CHANGED = List.of("core", "dialects");
  private static final List<String> TESTED = List.of("core", "testkit", "dialects");

  /// Packages of core that are tested for themselves; the others are tested by all of core, which
  /// is built on them.
  private static final List<String> OWN_TESTS =
      List.of("text", "json", "brief", "engine", "store", "dialect", "port");

  private static final String CORE_TESTS =
      "text,json,brief,engine,store,dialect,port,checkpoint,handoff,history,security,workflow";

  /// The parent of the dialects, which are counted one by one.
  private static final String DIALECTS = "dialects";

  private final Path root;
  private final Path reports;

  private Mutants(Path root, Path reports) {
    this.root = root;
    this.reports = reports;
  }

  /// Takes the project's root, a folder for reports, which packages or classes (or `all`), and the
  /// tests to try them with (or `usual`); names are separated by commas and without `dev.tidemark.`
  public static void main(String[] args) throws Exception {
    var mutants = new Mutants(Path.of(args[0]), Path.of(args[1]));
    var parts = args[2].equals("all") ? mutants.packages() : List.of(args[2].split(","));
    Files.createDirectories(mutants.reports);
    Files.deleteIfExists(mutants.unnoticed());
    var total = new TreeMap<String, Integer>();
    for (var part : parts) {
      var tests = args[3].equals("usual") ? usualTests(part) : globs(args[3]);
      long start = System.nanoTime();
      var counts = mutants.count(part, tests);
      counts.forEach((status, number) -> total.merge(status, number, Integer::sum));
      say(part, counts, (System.nanoTime() - start) / 1_000_000_000);
    }
    say("all", total, 0);
    System.out.println("not noticed: " + mutants.unnoticed());
  }

  /// All packages with code that can be changed; a package stands for those below it, too.
  private TreeSet<String> packages() throws IOException {
    var packages = new TreeSet<String>();
    for (var module : CHANGED) {
      var classes = root.resolve(module).resolve("target/classes");
      try (var files = Files.walk(classes.resolve("dev/tidemark"))) {
        files
            .filter(file -> file.toString().endsWith(".class"))
            .map(file -> classes.relativize(file.getParent()).toString().replace('/', '.'))
            .forEach(name -> packages.add(name.substring(ROOT.length())));
      }
    }
    packages.remove(DIALECTS);
    packages.removeIf(name -> packages.contains(parent(name)));
    return packages;
  }

  private static String parent(String name) {
    return name.substring(0, Math.max(0, name.lastIndexOf('.')));
  }

  private static String usualTests(String part) {
    var first = part.split("\\.")[0];
    boolean own = OWN_TESTS.contains(first) || part.startsWith("dialects.");
    return globs(own ? (part.startsWith("dialects.") ? dialect(part) : first) : CORE_TESTS);
  }

  private static String dialect(String part) {
    return Stream.of(part.split("\\.")).limit(2).collect(Collectors.joining("."));
  }

  /// A package stands for the classes in it, a class for itself and those in it.
  private static String globs(String names) {
    return Stream.of(names.split(","))
        .map(name -> ROOT + (isClass(name) ? name + "," + ROOT + name + "$*" : name + ".*"))
        .collect(Collectors.joining(","));
  }

  private static boolean isClass(String name) {
    return Character.isUpperCase(name.charAt(name.lastIndexOf('.') + 1));
  }

  private Map<String, Integer> count(String part, String tests) throws Exception {
    var folder = reports.resolve(part);
    Files.createDirectories(folder);
    var report = folder.resolve("mutations.csv");
    Files.deleteIfExists(report);
    var process =
        new ProcessBuilder(command(globs(part), tests, folder))
            .directory(root.resolve("dialects").toFile())
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("log.txt").toFile())
            .start();
    if (process.waitFor() != 0) {
      throw new IllegalStateException("PIT failed on " + part + ": " + folder.resolve("log.txt"));
    }
    return counted(part, report);
  }

  private List<String> command(String classes, String tests, Path folder) {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp", classPath()));
    command.add("org.pitest.mutationtest.commandline.MutationCoverageReport");
    command.add("--classPath=" + paths(TESTED, "target/test-classes"));
    command.add("--mutableCodePaths=" + paths(CHANGED, "target/classes"));
    command.add("--sourceDirs=" + paths(CHANGED, "src/main/java"));
    command.add("--reportDir=" + folder);
    command.add("--targetClasses=" + classes);
    command.add("--targetTests=" + tests);
    command.add("--excludedTestClasses=dev.tidemark.app.*,dev.tidemark.fuzz.*");
    // A test of seconds, run for each change that it comes through, makes days of it.
    command.add("--excludedGroups=thorough");
    command.add("--threads=2");
    command.add("--timeoutConst=10000");
    command.addAll(List.of("--skipFailingTests", "--failWhenNoMutations=false"));
    command.addAll(List.of("--outputFormats=CSV,XML", "--timestampedReports=false"));
    command.add("--jvmArgs=-XX:+UseSerialGC,-XX:TieredStopAtLevel=1,-Xmx512m");
    return command;
  }

  /// Without the engine of properties: they draw at random, and so would what is counted.
  private static String classPath() {
    return Stream.of(System.getProperty("java.class.path").split(":"))
        .filter(entry -> !entry.contains("jqwik-engine"))
        .collect(Collectors.joining(":"));
  }

  private String paths(List<String> modules, String path) {
    return modules.stream()
        .map(module -> root.resolve(module).resolve(path).toString())
        .collect(Collectors.joining(","));
  }

  private Map<String, Integer> counted(String part, Path report) throws IOException {
    var counts = new TreeMap<String, Integer>();
    if (!Files.exists(report)) {
      return counts;
    }
    var unnoticed = new StringBuilder();
    for (var line : Files.readAllLines(report)) {
      // file, class, kind of change, method, line, status, test
      var fields = line.split(",");
      counts.merge(fields[5], 1, Integer::sum);
      if (fields[5].equals("SURVIVED") || fields[5].equals("NO_COVERAGE")) {
        var kind = fields[2].substring(fields[2].lastIndexOf('.') + 1);
        unnoticed.append(
            part + " " + fields[0] + ":" + fields[4] + " " + fields[3] + " " + kind + " "
                + fields[5] + "\n");
      }
    }
    var file = unnoticed();
    Files.writeString(file, (Files.exists(file) ? Files.readString(file) : "") + unnoticed);
    return counts;
  }

  private Path unnoticed() {
    return reports.resolve("unnoticed.txt");
  }

  private static void say(String part, Map<String, Integer> counts, long seconds) {
    int all = counts.values().stream().mapToInt(Integer::intValue).sum();
    int survived = counts.getOrDefault("SURVIVED", 0);
    int unreached = counts.getOrDefault("NO_COVERAGE", 0);
    int noticed = all - survived - unreached;
    System.out.println(
        String.format(
            Locale.ROOT,
            "%-20s %5d of %5d noticed (%.1f %%), %d of them by a time-out; %d not, %d not reached;"
                + " %d s",
            part,
            noticed,
            all,
            all == 0 ? 100 : 100.0 * noticed / all,
            counts.getOrDefault("TIMED_OUT", 0),
            survived,
            unreached,
            seconds));
  }
}
