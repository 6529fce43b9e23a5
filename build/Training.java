import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;

/// Class lists of the AOT caches: runs the product's commands in scratch projects, each as a
/// process of its own, and collects the classes that these processes load. `build/training` has the
/// commands of each cache, the requests to the servers and the files of the projects.
final class Training {
  private static final String MAIN = "dev.tidemark.app.main.Main";
  private static final String CLASS = ".class";

  /// With a library's classes in the cache, every start would parse the manifest of its jar, which
  /// costs more than a settings file ever will.
  private static final String YAML = "dev/tidemark/dialects/definition/Yaml";

  private final Path data;
  private final Path java;
  private final String classPath;
  private final Path scratch;

  private Training(Path data, Path java, String classPath, Path scratch) {
    this.data = data;
    this.java = java;
    this.classPath = classPath;
    this.scratch = scratch;
  }

  /// Takes the root of the sources, the run time, the class path, a folder for the lists, and the
  /// names of the caches.
  public static void main(String[] args) throws Exception {
    List<String> caches = List.of(args).subList(4, args.length);
    record(Path.of(args[0]), Path.of(args[1]), args[2], Path.of(args[3]), caches);
  }

  /// Writes the class list `CACHE.classes` of each cache.
  static void record(Path root, Path java, String classPath, Path lists, List<String> caches)
      throws Exception {
    Path scratch = Files.createTempDirectory("tidemark-training-").toRealPath();
    try {
      Training training = new Training(root.resolve("build/training"), java, classPath, scratch);
      ClassList all = training.prepare();
      for (String cache : caches) {
        ClassList list =
            switch (cache) {
              case "server" -> training.servers();
              case "hook" -> training.lines("hooks", "quiet");
              default -> training.lines("changes", "reads", "all");
            };
        if (cache.equals("command")) {
          list.add(all);
        }
        training.preload(list);
        Files.write(lists.resolve(cache + ".classes"), list.lines());
      }
    } finally {
      Dist.delete(scratch);
    }
  }

  /// Creates the scratch projects: an empty folder, a project without a run, one with a run of
  /// another tool, one with an own run, one with several.
  private ClassList prepare() throws Exception {
    Files.createDirectories(scratch.resolve("empty/src/deep"));
    for (String project : List.of("fresh", "found", "one", "many")) {
      Path root = scratch.resolve(project);
      Files.createDirectories(root.resolve(".git/refs/heads"));
      Files.createDirectories(root.resolve(".git/objects"));
      Files.writeString(root.resolve(".git/HEAD"), "ref: refs/heads/main\n");
      String head = "a".repeat(40) + " refs/heads/main\n";
      Files.writeString(
          root.resolve(".git/packed-refs"),
          "# pack-refs with: peeled fully-peeled sorted \n" + head);
      copy(data.resolve("files/all"), root);
      copy(data.resolve("files").resolve(project), root);
    }
    return file("prepare");
  }

  private static void copy(Path files, Path root) throws IOException {
    if (!Files.exists(files)) {
      return;
    }
    Instant time = Instant.now().truncatedTo(ChronoUnit.MILLIS);
    // A task that was started just now is left alone by `resume`.
    String earlier = time.minus(1, ChronoUnit.HOURS).toString();
    try (Stream<Path> walk = Files.walk(files)) {
      for (Path file : walk.filter(Files::isRegularFile).toList()) {
        Path copy = root.resolve(files.relativize(file).toString());
        Files.createDirectories(copy.getParent());
        String text = Files.readString(file);
        Files.writeString(copy, text.replace("NOW", time.toString()).replace("EARLIER", earlier));
      }
    }
  }

  private ClassList servers() throws Exception {
    ClassList list = mcp();
    list.add(serve());
    return list;
  }

  private ClassList lines(String... files) throws Exception {
    ClassList list = new ClassList();
    for (String file : files) {
      list.add(file(file));
    }
    return list;
  }

  /// Runs the commands of a file: `[PROJECT]`, then one command a line, with its input behind ` <
  /// `. The commands of a project are run one after the other, projects side by side.
  private ClassList file(String file) throws Exception {
    SortedMap<String, List<String>> projects = new TreeMap<>();
    List<String> commands = new ArrayList<>();
    for (String line : Files.readAllLines(data.resolve(file))) {
      if (line.startsWith("[")) {
        commands =
            projects.computeIfAbsent(
                line.substring(1, line.length() - 1), any -> new ArrayList<>());
      } else if (!line.isEmpty() && !line.startsWith("#")) {
        commands.add(line);
      }
    }
    ClassList list = new ClassList();
    int cores = Runtime.getRuntime().availableProcessors();
    try (ExecutorService sideBySide = Executors.newFixedThreadPool(cores)) {
      List<Future<ClassList>> begun = new ArrayList<>();
      for (Map.Entry<String, List<String>> each : projects.entrySet()) {
        Path folder = scratch.resolve(each.getKey()).resolve("src/deep");
        begun.add(sideBySide.submit(() -> commands(folder, each.getValue())));
      }
      for (Future<ClassList> each : begun) {
        list.add(each.get());
      }
    }
    return list;
  }

  private ClassList commands(Path folder, List<String> lines) throws Exception {
    ClassList list = new ClassList();
    for (String line : lines) {
      String[] parts = line.split(" < ", 2);
      String input = parts.length == 1 ? "" : parts[1];
      Recorded process = start(folder, parts[0].split(" "));
      process.started().getOutputStream().write(input.getBytes(UTF_8));
      process.started().getOutputStream().close();
      list.add(ended(process));
    }
    return list;
  }

  /// Sends the calls of an agent to a server, which executes the hooks of the agent too.
  private ClassList mcp() throws Exception {
    Recorded process = start(scratch.resolve("fresh"), "mcp");
    process.started().getOutputStream().write(Files.readAllBytes(data.resolve("mcp")));
    process.started().getOutputStream().close();
    ClassList list = ended(process);
    list.add(file("hooks"));
    return list;
  }

  /// Sends the requests of a page, a program and an agent to a server: `METHOD PATH BODY`.
  private ClassList serve() throws Exception {
    Recorded process = start(scratch.resolve("one"), "serve", "--port", "0", "--json");
    String opened = process.started().inputReader(UTF_8).readLine();
    String url = member(opened, "url");
    String token = member(opened, "token");
    try (HttpClient client = HttpClient.newHttpClient()) {
      for (String line : Files.readAllLines(data.resolve("serve"))) {
        String[] parts = line.split(" ", 3);
        String body = parts.length == 2 ? "" : parts[2].replace("TOKEN", token);
        HttpRequest request =
            HttpRequest.newBuilder(URI.create(url + parts[1]))
                .version(HttpClient.Version.HTTP_1_1)
                .header("Authorization", "Bearer " + token)
                .header("Accept", "application/json, text/event-stream")
                .header("Content-Type", "application/json")
                .method(parts[0], HttpRequest.BodyPublishers.ofString(body))
                .build();
        client.send(request, HttpResponse.BodyHandlers.discarding());
      }
    }
    // Unlike `Process.destroy`, it leaves the streams open.
    process.started().toHandle().destroy();
    return ended(process);
  }

  private static String member(String json, String key) {
    if (json == null || !json.contains("\"" + key + "\"")) {
      throw new IllegalStateException("the server has not started: " + json);
    }
    int start = json.indexOf('"', json.indexOf(':', json.indexOf("\"" + key + "\""))) + 1;
    return json.substring(start, json.indexOf('"', start));
  }

  /// A process, and where it writes what it loads.
  private record Recorded(Process started, Path file) {}

  private Recorded start(Path folder, String... words) throws IOException {
    Path file = Files.createTempFile(scratch, "recorded", "");
    Files.delete(file);
    List<String> command = new ArrayList<>(List.of(java.toString()));
    command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xlog:disable"));
    command.add("-XX:DumpLoadedClassList=" + file);
    command.addAll(List.of("-cp", classPath, MAIN));
    command.addAll(List.of(words));
    ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
    // The list of changed files needs git, which is found by the path only.
    String path = System.getenv("PATH");
    builder.environment().clear();
    builder.environment().put("HOME", scratch.toString());
    if (path != null) {
      builder.environment().put("PATH", path);
    }
    builder.redirectError(ProcessBuilder.Redirect.DISCARD);
    return new Recorded(builder.start(), file);
  }

  /// Waits for the end of a process. A command may be refused, or killed: what it loaded counts.
  private ClassList ended(Recorded process) throws Exception {
    process.started().getInputStream().readAllBytes();
    process.started().waitFor();
    ClassList list = new ClassList();
    list.add(Files.readAllLines(process.file()));
    if (!list.has(MAIN)) {
      throw new IllegalStateException("a process of the training has not started");
    }
    return list;
  }

  /// Adds the classes that a cache needs and that no command of the training loads.
  private void preload(ClassList list) throws IOException {
    List<URL> entries = new ArrayList<>();
    for (String entry : classPath.split(File.pathSeparator)) {
      entries.add(Path.of(entry).toUri().toURL());
    }
    try (URLClassLoader loader = new URLClassLoader(entries.toArray(URL[]::new), null)) {
      for (String name : Files.readAllLines(data.resolve("preload"))) {
        if (!name.isEmpty() && !name.startsWith("#")) {
          String file = name.replace('.', '/');
          if (loader.findResource(file + CLASS) == null) {
            throw new IllegalStateException("build/training/preload: there is no class " + name);
          }
          list.add(List.of(file));
        }
      }
    }
  }

  /// A class list of the JVM, united from several processes: the classes, the lambda forms and
  /// proxies to generate, and for each class the entries of its constant pool to resolve.
  private static final class ClassList {
    private static final String POOL = "@cp ";

    private final SortedSet<String> classes = new TreeSet<>();
    private final SortedSet<String> generated = new TreeSet<>();
    private final SortedMap<String, SortedSet<Integer>> pools = new TreeMap<>();

    void add(List<String> lines) {
      for (String line : lines) {
        if (line.startsWith(POOL)) {
          String[] parts = line.split(" ");
          for (String index : List.of(parts).subList(2, parts.length)) {
            pools.computeIfAbsent(parts[1], name -> new TreeSet<>()).add(Integer.valueOf(index));
          }
        } else if (line.startsWith("@")) {
          generated.add(line);
        } else if (!line.startsWith("#") && !line.contains(" source: ")) {
          // The numbers of a list count within one process.
          classes.add(line.split(" ")[0]);
        }
      }
    }

    void add(ClassList other) {
      classes.addAll(other.classes);
      generated.addAll(other.generated);
      other.pools.forEach(
          (name, indexes) -> pools.computeIfAbsent(name, any -> new TreeSet<>()).addAll(indexes));
    }

    boolean has(String name) {
      return classes.contains(name.replace('.', '/'));
    }

    List<String> lines() {
      List<String> lines = new ArrayList<>(classes);
      lines.addAll(generated);
      pools.forEach(
          (name, indexes) ->
              lines.add(
                  POOL
                      + name
                      + " "
                      + String.join(" ", indexes.stream().map(String::valueOf).toList())));
      return lines;
    }
  }
}
