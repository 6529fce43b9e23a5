import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.tools.ToolProvider;

/// Measures the structure and the language of the product modules: types, packages, lines, words
/// that the language rules exclude, and the classes that the verb `done` loads.
///
/// `java build/HouseFigures.java [SEED]` in the root of the project; the classes of `done` are
/// counted where the distribution has been built (`./tidemark --version`).
final class HouseFigures {
  private static final Pattern COMMENT =
      Pattern.compile(
          "\"(?:\\\\.|[^\"\\\\\\n])*\"|'(?:\\\\.|[^'\\\\\\n])*'|//[^\\n]*|/\\*.*?\\*/",
          Pattern.DOTALL);
  private static final Pattern WORD = Pattern.compile("[A-Za-z']+");
  private static final Pattern LOADED = Pattern.compile("(dev\\.tidemark\\.\\S+) source: .*");
  private static final Pattern NAMED = Pattern.compile("\\{\"name\":\"([a-z -]+)\",\"group\"");
  private static final Pattern OPTION = Pattern.compile("\\{\"name\":\"--");
  private static final Pattern SUITE =
      Pattern.compile("<testsuite [^>]*? name=\"([^\"]+)\" time=\"([0-9.]+)\"");
  private static final int DRAWN = 10;

  private final Path root;
  private final Map<String, Integer> typesOfPackage = new TreeMap<>();
  private final Map<String, Set<String>> packagesOfName = new TreeMap<>();
  private final List<Integer> files = new ArrayList<>();
  private final List<Integer> methods = new ArrayList<>();
  private final List<String> signatures = new ArrayList<>();
  private final Map<String, Integer> words = new TreeMap<>();
  private int topLevel;
  private int nested;
  private int lines;

  private HouseFigures(Path root) {
    this.root = root;
  }

  public static void main(String[] args) throws Exception {
    var figures = new HouseFigures(Path.of("").toAbsolutePath());
    figures.sources();
    figures.print();
    figures.language();
    figures.classesOfDone();
    figures.verbs();
    figures.modules();
    figures.userDocs();
    figures.commandLine();
    figures.slowestTests();
    figures.drawn(args.length == 0 ? 1 : Long.parseLong(args[0]));
  }

  private void sources() throws IOException {
    var sources = new ArrayList<Path>();
    for (var module : Dist.OURS) {
      try (var found = Files.walk(root.resolve(module).resolve("src/main/java"))) {
        found.filter(path -> path.toString().endsWith(".java")).sorted().forEach(sources::add);
      }
    }
    var compiler = ToolProvider.getSystemJavaCompiler();
    var manager = compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8);
    var task =
        (JavacTask)
            compiler.getTask(
                null,
                manager,
                null,
                List.of("-proc:none"),
                null,
                manager.getJavaFileObjectsFromPaths(sources));
    var positions = Trees.instance(task).getSourcePositions();
    for (var unit : task.parse()) {
      unit(unit, positions);
    }
    Collections.sort(files);
    Collections.sort(methods);
    Collections.sort(signatures);
  }

  private void unit(CompilationUnitTree unit, SourcePositions positions) throws IOException {
    var text = unit.getSourceFile().getCharContent(true).toString();
    int length = (int) text.lines().count();
    lines += length;
    if (unit.getTypeDecls().isEmpty()) {
      return;
    }
    files.add(length);
    var name = unit.getPackageName().toString();
    unit.accept(
        new TreeScanner<Void, Integer>() {
          @Override
          public Void visitClass(ClassTree type, Integer depth) {
            if (type.getSimpleName().isEmpty()) {
              return super.visitClass(type, depth);
            }
            if (depth == 0) {
              topLevel++;
              typesOfPackage.merge(name, 1, Integer::sum);
              packagesOfName
                  .computeIfAbsent(type.getSimpleName().toString(), key -> new TreeSet<>())
                  .add(name);
            } else {
              nested++;
            }
            return super.visitClass(type, depth + 1);
          }

          @Override
          public Void visitMethod(MethodTree method, Integer depth) {
            var body = method.getBody();
            if (body != null && !method.getName().contentEquals("<init>")) {
              methods.add(length(unit, method, positions));
              var file = Path.of(unit.getSourceFile().getName()).getFileName().toString();
              signatures.add(name + "." + file.replace(".java", "") + "." + method.getName());
            }
            return super.visitMethod(method, depth);
          }
        },
        0);
  }

  private static int length(
      CompilationUnitTree unit, MethodTree method, SourcePositions positions) {
    var map = unit.getLineMap();
    long from = map.getLineNumber(positions.getStartPosition(unit, method));
    return (int) (map.getLineNumber(positions.getEndPosition(unit, method)) - from + 1);
  }

  private void print() {
    row("top-level types", topLevel);
    row("nested types", nested);
    row("packages", typesOfPackage.size());
    row(
        "packages with more than 20 types",
        typesOfPackage.entrySet().stream()
            .filter(entry -> entry.getValue() > 20)
            .map(entry -> entry.getKey().replace("dev.tidemark.", "") + " " + entry.getValue())
            .collect(Collectors.joining(", ")));
    row("lines", lines);
    row("file lines, p50/p90/max", percentiles(files));
    row("method lines, p50/p90/max", percentiles(methods));
    var twice =
        packagesOfName.entrySet().stream().filter(entry -> entry.getValue().size() > 1).toList();
    row("simple names of more than one type", twice.size());
  }

  private static String percentiles(List<Integer> sorted) {
    return sorted.get(sorted.size() / 2)
        + "/"
        + sorted.get(sorted.size() * 9 / 10)
        + "/"
        + sorted.getLast();
  }

  /// Counts words in the comments of the product modules and in README and docs.
  private void language() throws IOException {
    var texts = new ArrayList<String>();
    for (var module : Dist.OURS) {
      try (var found = Files.walk(root.resolve(module).resolve("src/main/java"))) {
        for (var source : found.filter(path -> path.toString().endsWith(".java")).toList()) {
          texts.addAll(comments(Files.readString(source)));
        }
      }
    }
    count("comments", texts);
    var pages = new ArrayList<String>();
    pages.add(Files.readString(root.resolve("README.md")));
    try (var found = Files.walk(root.resolve("docs"))) {
      for (var page : found.filter(path -> path.toString().endsWith(".md")).toList()) {
        pages.add(Files.readString(page));
      }
    }
    count("README and docs", pages);
  }

  private List<String> excludedWords() throws IOException {
    return Files.readAllLines(root.resolve("build/excluded-words.txt")).stream()
        .filter(line -> !line.startsWith("#"))
        .toList();
  }

  private static List<String> comments(String source) {
    return COMMENT
        .matcher(source)
        .results()
        .map(MatchResult::group)
        .filter(part -> part.startsWith("/"))
        .toList();
  }

  private void count(String where, List<String> texts) throws IOException {
    words.clear();
    int all = 0;
    for (var text : texts) {
      for (var word : WORD.matcher(text).results().map(MatchResult::group).toList()) {
        all++;
        words.merge(word.toLowerCase(Locale.ROOT), 1, Integer::sum);
      }
    }
    row("words in " + where, all);
    var found = new ArrayList<String>();
    for (var word : excludedWords()) {
      int times = words.getOrDefault(word, 0) + words.getOrDefault(word + "'s", 0);
      if (times > 0) {
        found.add("%s %.1f".formatted(word, 10_000.0 * times / all));
      }
    }
    row("excluded words per 10,000 in " + where, String.join(", ", found));
  }

  /// Starts `done` of the built distribution as the launcher does, without a cache.
  private void classesOfDone() throws Exception {
    var home = root.resolve("app/target/tidemark");
    if (!Files.exists(home.resolve("lib/built"))) {
      row("own classes loaded by done", "not built");
      return;
    }
    var scratch = Files.createTempDirectory("tidemark-figures-");
    for (var line : List.of("start implement/auth", "enter implementation")) {
      run(scratch, List.of(home.resolve("bin/tidemark").toString()), line);
    }
    var java =
        List.of(
            home.resolve("runtime/bin/java").toString(),
            "-Xlog:class+load:stdout:none",
            "-Dtidemark.home=" + home,
            "-cp",
            home.resolve("lib") + "/*",
            "dev.tidemark.app.main.Main");
    var log = run(scratch, java, "done implementation --summary Works");
    var classes = new HashSet<String>();
    LOADED.matcher(log).results().forEach(match -> classes.add(match.group(1)));
    row("own classes loaded by done", classes.size());
    row(
        "top-level types of these",
        classes.stream().map(name -> name.replaceFirst("\\$.*", "")).distinct().count());
  }

  private static String run(Path folder, List<String> program, String line) throws Exception {
    var command = new ArrayList<>(program);
    command.addAll(List.of(line.split(" ")));
    var process =
        new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true).start();
    var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new IOException(line + ": " + output);
    }
    return output;
  }

  /// Counts the files of the product that name the verb `note` as a word of the command line.
  private void verbs() throws IOException {
    var places = new TreeSet<String>();
    var folders = new ArrayList<>(List.of("build/dist"));
    Dist.OURS.forEach(module -> folders.add(module + "/src/main/java"));
    for (var folder : folders) {
      try (var found = Files.walk(root.resolve(folder))) {
        for (var file : found.filter(Files::isRegularFile).toList()) {
          var text = Files.readString(file);
          if (text.contains("\"note\"") || text.contains("|note|")) {
            places.add(file.getFileName().toString());
          }
        }
      }
    }
    row("files that name the verb note", places.size() + ": " + String.join(", ", places));
  }

  /// Lines of each module, with its share of all.
  private void modules() throws IOException {
    var sizes = new TreeMap<String, Long>();
    for (var module : Dist.OURS) {
      try (var found = Files.walk(root.resolve(module).resolve("src/main/java"))) {
        long sum = 0;
        for (var file : found.filter(path -> path.toString().endsWith(".java")).toList()) {
          sum += Files.readString(file).lines().count();
        }
        sizes.put(module, sum);
      }
    }
    double all = sizes.values().stream().mapToLong(Long::longValue).sum();
    row(
        "lines of each module",
        sizes.entrySet().stream()
            .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
            .map(
                size ->
                    "%s %,d (%.0f %%)"
                        .formatted(size.getKey(), size.getValue(), 100 * size.getValue() / all))
            .collect(Collectors.joining(", ")));
  }

  /// Words of README, GLOSSARY and docs without decision records and internals.
  private void userDocs() throws IOException {
    var pages = new ArrayList<>(List.of(root.resolve("README.md"), root.resolve("GLOSSARY.md")));
    var docs = root.resolve("docs");
    try (var found = Files.walk(docs)) {
      found
          .filter(path -> path.toString().endsWith(".md"))
          .filter(path -> !path.startsWith(docs.resolve("adr")))
          .filter(path -> !path.startsWith(docs.resolve("internals")))
          .forEach(pages::add);
    }
    long sum = 0;
    for (var page : pages) {
      sum += Files.readString(page).strip().split("\\s+").length;
    }
    row("words of user docs", sum);
  }

  /// Counts the verbs and options of the built distribution.
  private void commandLine() throws Exception {
    var program = root.resolve("app/target/tidemark/bin/tidemark");
    if (!Files.exists(program)) {
      row("verbs and options", "not built");
      return;
    }
    var help = run(root, List.of(program.toString()), "help --json");
    var names = NAMED.matcher(help).results().map(found -> found.group(1)).toList();
    long first = names.stream().map(name -> name.replaceFirst(" .*", "")).distinct().count();
    row("verbs, of these at the first level", names.size() + ", " + first);
    row("options of all verbs", OPTION.matcher(help).results().count());
  }

  /// Sums the times of the test classes of the last run, and names the slowest.
  private void slowestTests() throws IOException {
    var seconds = new TreeMap<String, Double>();
    try (var modules = Files.list(root)) {
      for (var module : modules.toList()) {
        var reports = module.resolve("target/surefire-reports");
        if (Files.isDirectory(reports)) {
          try (var found = Files.list(reports)) {
            for (var report : found.filter(path -> path.toString().endsWith(".xml")).toList()) {
              var suite = SUITE.matcher(Files.readString(report));
              if (suite.find()) {
                var name = suite.group(1).replaceFirst(".*\\.", "");
                seconds.merge(name, Double.parseDouble(suite.group(2)), Double::sum);
              }
            }
          }
        }
      }
    }
    double all = seconds.values().stream().mapToDouble(Double::doubleValue).sum();
    row("minutes of all test classes of the last run", "%.1f".formatted(all / 60));
    row(
        "the slowest ten",
        seconds.entrySet().stream()
            .sorted(Map.Entry.<String, Double>comparingByValue().reversed())
            .limit(DRAWN)
            .map(entry -> "%s %.0f s".formatted(entry.getKey(), entry.getValue()))
            .collect(Collectors.joining(", ")));
  }

  private void drawn(long seed) {
    var shuffled = new ArrayList<>(signatures);
    Collections.shuffle(shuffled, new Random(seed));
    System.out.println();
    System.out.println("Methods drawn with seed " + seed + ":");
    shuffled.stream().limit(DRAWN).forEach(name -> System.out.println("- `" + name + "`"));
  }

  private static void row(String name, Object value) {
    System.out.println("| " + name + " | " + value + " |");
  }
}
