import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/// Puts the distribution together: a run-time image, the jars, the launchers, and the AOT caches
/// that were made with that very image. For who works on the sources it is compiled in one go,
/// without the checks of the build and without caches, and after an edit only that again.
final class Dist {
  /// JDK modules only: the jars stand on the class path.
  private static final String RUNTIME_MODULES =
      "java.base,java.sql,java.net.http,jdk.httpserver,jdk.crypto.ec,jdk.unsupported";

  /// The order on the class path; what we depend on follows by name.
  static final List<String> OURS =
      List.of(
          "core",
          "dialects",
          "stores",
          "integrations",
          "library",
          "runner",
          "evidence",
          "worker",
          "settings",
          "cli",
          "server",
          "commands",
          "agents",
          "app");

  /// What the jars are called that only workers need: they are in a folder of their own.
  private static final List<String> WORKER = List.of("tidemark-worker", "db-scheduler", "slf4j-");

  /// The beginning of the names of the libraries that only `serve` has on its class path.
  private static final String SERVED = "prometheus-metrics-";

  /// The AOT caches: of servers, and of what has no server. Hooks need so little that with the
  /// classes of all commands set up they take a quarter longer.
  private static final List<String> CACHES = List.of("server", "hook", "command");

  /// The native client for 64-bit ARM, in the archive without a run time.
  private static final String ARM = "tidemark-linux-arm64";

  /// The native clients, with their compilers.
  private static final Map<String, String> CLIENTS =
      Map.of("bin/tidemark", "cc", "bin/" + ARM, "aarch64-linux-gnu-gcc");

  private final Path root;
  private final Path target;
  private final String version;
  private final Instant started;
  private final FileTime reproducible;

  private Dist(Path root, String version, Instant started, Instant outputTime) {
    this.root = root;
    this.target = root.resolve("app/target");
    this.version = version;
    this.started = started;
    this.reproducible = FileTime.from(outputTime);
  }

  /// Takes the root of the project, the version, when the build started, the time to give to the
  /// jars, and what to make: `sources`, compiled here, `caches` of what Maven has compiled, or the
  /// `archives` too; or the root only, to update a distribution; or the root and `archives`, to
  /// make those of the distribution that is there.
  public static void main(String[] args) throws Exception {
    Instant now = Instant.now();
    Path root = Path.of(args[0]).toRealPath();
    if (args.length == 1) {
      present(root, now).update();
    } else if (args[1].equals("archives")) {
      present(root, now).archive();
    } else {
      new Dist(root, args[1], Instant.parse(args[2]), Instant.parse(args[3])).make(args[4]);
    }
  }

  private static List<String> shippedJars(Path root) throws IOException {
    String launch = Files.readString(root.resolve("app/target/tidemark/lib/launch.sh"));
    List<String> jars = new ArrayList<>(List.of(quoted(launch, "jars=").split(" ")));
    jars.addAll(List.of(quoted(launch, "served=").split(" ")));
    return jars;
  }

  /// Returns the distribution that is there, with its version and time.
  private static Dist present(Path root, Instant now) throws IOException {
    List<String> jars = shippedJars(root);
    String version = jars.getFirst().replaceAll("^tidemark-|[.]jar$", "");
    Path jar = root.resolve("app/target/tidemark/lib").resolve(jars.getFirst());
    return new Dist(root, version, now, Files.getLastModifiedTime(jar).toInstant());
  }

  private void update() throws Exception {
    Path home = target.resolve("tidemark");
    List<String> jars = shippedJars(root);
    Path fresh = target.resolve("tidemark.new");
    delete(fresh);
    Path lib = Files.createDirectories(fresh.resolve("lib"));
    SortedMap<String, byte[]> content = new TreeMap<>();
    try (ZipFile zip = new ZipFile(home.resolve("lib").resolve(jars.getFirst()).toFile())) {
      for (ZipEntry entry :
          zip.stream().filter(each -> !each.getName().endsWith(".class")).toList()) {
        content.put(entry.getName(), zip.getInputStream(entry).readAllBytes());
      }
    }
    for (String module : OURS) {
      addFiles(root.resolve(module).resolve("src/main/resources"), content);
    }
    addFiles(compile(), content);
    write(content, lib.resolve(jars.getFirst()));
    for (String other : jars.subList(1, jars.size())) {
      Files.copy(home.resolve("lib").resolve(other), lib.resolve(other));
    }
    for (String jar : jars) {
      Files.setLastModifiedTime(lib.resolve(jar), reproducible);
    }
    writeLaunchers(fresh, jars, contentHash(lib, jars));
    compileClients(fresh, contentHash(lib, jars));
    Files.copy(home.resolve("sbom.json"), fresh.resolve("sbom.json"));
    link(home.resolve("lib/worker"), lib.resolve("worker"));
    link(home.resolve("runtime"), fresh.resolve("runtime"));
    publish(fresh);
    markBuilt(home);
  }

  private static void addFiles(Path folder, Map<String, byte[]> content) throws IOException {
    if (!Files.exists(folder)) {
      return;
    }
    try (Stream<Path> walk = Files.walk(folder)) {
      for (Path file : walk.filter(Files::isRegularFile).toList()) {
        String name = folder.relativize(file).toString().replace(File.separatorChar, '/');
        content.put(name, Files.readAllBytes(file));
      }
    }
  }

  /// Returns the folder of the classes of all modules.
  private Path compile() throws IOException {
    Path classes = target.resolve("compiled");
    delete(classes);
    List<String> options = new ArrayList<>(List.of("--release", "25", "-proc:none", "-nowarn"));
    options.addAll(List.of("-Xlint:none", "-XDstringConcat=inline", "-d", classes.toString()));
    options.addAll(List.of("-cp", libraries()));
    for (String module : OURS) {
      try (Stream<Path> walk = Files.walk(root.resolve(module).resolve("src/main/java"))) {
        walk.map(Path::toString)
            .filter(name -> name.endsWith(".java") && !name.endsWith("module-info.java"))
            .forEach(options::add);
      }
    }
    ToolProvider javac = ToolProvider.findFirst("javac").orElseThrow();
    if (javac.run(System.out, System.err, options.toArray(String[]::new)) != 0) {
      System.exit(1);
    }
    return classes;
  }

  /// What the sources are compiled with, as the last build with Maven resolved it.
  private String libraries() throws IOException {
    List<String> libraries = new ArrayList<>();
    for (String module : OURS) {
      Path file = root.resolve(module).resolve("target/test-classpath.txt");
      for (String entry : Files.readString(file).strip().split(File.pathSeparator)) {
        if (entry.endsWith(".jar") && !Path.of(entry).startsWith(root)) {
          libraries.add(entry);
        }
      }
    }
    return libraries.stream().distinct().collect(Collectors.joining(File.pathSeparator));
  }

  /// Links every file of a folder, which is not changed afterwards.
  private static void link(Path folder, Path copy) throws IOException {
    try (Stream<Path> walk = Files.walk(folder)) {
      for (Path source : walk.sorted().toList()) {
        Path target = copy.resolve(folder.relativize(source).toString());
        if (Files.isDirectory(source)) {
          Files.createDirectories(target);
        } else if (Files.isSymbolicLink(source)) {
          Files.copy(source, target, LinkOption.NOFOLLOW_LINKS);
        } else {
          Files.createLink(target, source);
        }
      }
    }
  }

  private void make(String what) throws Exception {
    Path fresh = target.resolve("tidemark.new");
    delete(fresh);
    boolean sources = what.equals("sources");
    Path lib = Files.createDirectories(fresh.resolve("lib"));
    List<String> jars = copyJars(lib, sources ? compiled() : packaged());
    writeLaunchers(fresh, jars, contentHash(fresh.resolve("lib"), jars));
    compileClients(fresh, contentHash(fresh.resolve("lib"), jars));
    jlink(fresh.resolve("runtime"));
    Parts.write(root.resolve("app/sbom.json"), fresh, CLIENTS);
    Path home = publish(fresh);
    if (!sources) {
      makeCaches(home);
    }
    markBuilt(home);
    if (what.equals("archives")) {
      archive();
    }
  }

  private Path publish(Path fresh) throws IOException {
    Path home = target.resolve("tidemark");
    Path old = target.resolve("tidemark.old");
    delete(old);
    if (Files.exists(home)) {
      Files.move(home, old);
    }
    Files.move(fresh, home);
    delete(old);
    return home;
  }

  private void markBuilt(Path home) throws IOException {
    Path built = Files.createFile(home.resolve("lib/built"));
    // The build's start is known to the second, and what changed within it was still compiled.
    Files.setLastModifiedTime(built, FileTime.from(started.plusSeconds(1)));
  }

  /// One jar of ours and the others as they are. One, because the run time looks at the manifest
  /// and the origin of each jar at every start: six of them cost seven milliseconds more.
  private List<String> copyJars(Path lib, SortedMap<String, byte[]> content) throws IOException {
    List<String> names = new ArrayList<>(List.of("tidemark-" + version + ".jar"));
    write(content, lib.resolve(names.getFirst()));
    List<String> ours = merged();
    try (Stream<Path> others = Files.list(target.resolve("runtime-libraries"))) {
      others
          .map(jar -> jar.getFileName().toString())
          .filter(name -> !ours.contains(name))
          .sorted()
          .forEach(names::add);
    }
    for (String name : names.subList(1, names.size())) {
      Path jar = target.resolve("runtime-libraries").resolve(name);
      Files.copy(jar, lib.resolve(name));
    }
    Path workers = Files.createDirectories(lib.resolve("worker"));
    for (String name : List.copyOf(names)) {
      if (isForWorkers(name)) {
        names.remove(name);
        Files.move(lib.resolve(name), workers.resolve(name));
      }
    }
    for (String name : names) {
      // Some run times compare a jar's time with the cache's: it must survive the archive.
      Files.setLastModifiedTime(lib.resolve(name), reproducible);
    }
    return names;
  }

  private static boolean isForWorkers(String jar) {
    return WORKER.stream().anyMatch(jar::startsWith);
  }

  private String name(String module) {
    return "tidemark-" + module + "-" + version + ".jar";
  }

  /// The names of our jars that become one: what only workers need stays a jar.
  private List<String> merged() {
    return OURS.stream().map(module -> name(module)).filter(name -> !isForWorkers(name)).toList();
  }

  /// What the modules hold, as Maven packaged them.
  private SortedMap<String, byte[]> packaged() throws IOException {
    SortedMap<String, byte[]> content = new TreeMap<>();
    for (String name : merged()) {
      Path own = target.resolve(name);
      Path jar = Files.exists(own) ? own : target.resolve("runtime-libraries").resolve(name);
      try (ZipFile zip = new ZipFile(jar.toFile())) {
        for (ZipEntry entry : zip.stream().filter(Dist::isShipped).toList()) {
          byte[] bytes = zip.getInputStream(entry).readAllBytes();
          if (content.put(entry.getName(), bytes) != null) {
            throw new IllegalStateException(entry.getName() + " is in two of our jars");
          }
        }
      }
    }
    return content;
  }

  /// The same, compiled here: resources as Maven copied them.
  private SortedMap<String, byte[]> compiled() throws IOException {
    SortedMap<String, byte[]> content = new TreeMap<>();
    for (String module : OURS) {
      addFiles(root.resolve(module).resolve("target/classes"), content);
    }
    content.keySet().removeIf(name -> name.endsWith(".class") || name.startsWith("META-INF/"));
    addFiles(compile(), content);
    return content;
  }

  private void write(SortedMap<String, byte[]> content, Path jar) throws IOException {
    try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(jar))) {
      for (Map.Entry<String, byte[]> each : content.entrySet()) {
        ZipEntry entry = new ZipEntry(each.getKey());
        entry.setLastModifiedTime(reproducible);
        out.putNextEntry(entry);
        out.write(each.getValue());
      }
    }
  }

  private static boolean isShipped(ZipEntry entry) {
    String name = entry.getName();
    return !entry.isDirectory()
        && !name.startsWith("META-INF/")
        && !name.equals("module-info.class");
  }

  private static String contentHash(Path lib, List<String> jars) throws Exception {
    MessageDigest digest = MessageDigest.getInstance("SHA-256");
    for (String jar : jars) {
      digest.update(jar.getBytes(StandardCharsets.UTF_8));
      digest.update(Files.readAllBytes(lib.resolve(jar)));
    }
    return HexFormat.of().formatHex(digest.digest(), 0, 8);
  }

  private void writeLaunchers(Path dist, List<String> jars, String hash) throws Exception {
    Path templates = root.resolve("build/dist");
    String launch = Files.readString(templates.resolve("launch.sh"));
    launch = launch.replace("@BUILD@", hash);
    launch = launch.replace("@JARS@", joined(jars, jar -> !jar.startsWith(SERVED)));
    launch = launch.replace("@SERVED@", joined(jars, jar -> jar.startsWith(SERVED)));
    Files.writeString(dist.resolve("lib/launch.sh"), launch);
    Files.copy(templates.resolve("quiet.sh"), dist.resolve("lib/quiet.sh"));
    Path bin = Files.createDirectories(dist.resolve("bin"));
    for (String name : List.of("tidemark", "tidemark.sh")) {
      Path script = Files.copy(templates.resolve("tidemark"), bin.resolve(name));
      script.toFile().setExecutable(true, false);
    }
    List<String> windows = jars.stream().map(jar -> "%H%\\lib\\" + jar).toList();
    String cmd = Files.readString(templates.resolve("tidemark.cmd"));
    cmd = cmd.replace("@WINDOWS_JARS@", String.join(";", windows)).replaceAll("\r?\n", "\r\n");
    Files.writeString(bin.resolve("tidemark.cmd"), cmd);
    copyPlugins(dist);
    makeManual(dist, jars);
    Path units = Files.createDirectories(dist.resolve("share/systemd"));
    Files.copy(templates.resolve("tidemark.service"), units.resolve("tidemark.service"));
    for (String name : List.of("README.md", "LICENSE", "NOTICE")) {
      if (Files.exists(root.resolve(name))) {
        Files.copy(root.resolve(name), dist.resolve(name));
      }
    }
  }

  private static String joined(List<String> jars, Predicate<String> wanted) {
    return jars.stream().filter(wanted).collect(Collectors.joining(" "));
  }

  /// Replaces the launcher by the native client, which falls back to it; where there is no compiler
  /// or another system, the launcher stays. For 64-bit ARM, the client is made beside it if a
  /// compiler for that is there.
  private void compileClients(Path dist, String hash) throws Exception {
    if (System.getProperty("os.name").equals("Linux")) {
      for (Map.Entry<String, String> client : CLIENTS.entrySet()) {
        compileClient(client.getValue(), hash, dist.resolve(client.getKey()));
      }
    }
  }

  private void compileClient(String compilerName, String hash, Path program) throws Exception {
    Path client = target.resolve("client");
    List<String> command = new ArrayList<>(List.of(compilerName, "-std=gnu11", "-O2"));
    command.addAll(List.of("-static", "-s"));
    command.addAll(List.of("-Wl,--build-id=none", "-DBUILD=\"" + hash + "\""));
    command.addAll(List.of("-o", client.toString(), "client.c"));
    ProcessBuilder compiler = new ProcessBuilder(command);
    compiler.directory(root.resolve("build/dist").toFile());
    compiler
        .redirectErrorStream(true)
        .redirectOutput(target.resolve(compilerName + ".log").toFile());
    try {
      if (compiler.start().waitFor() == 0) {
        Files.move(client, program, StandardCopyOption.REPLACE_EXISTING);
      }
    } catch (IOException none) {
      // No compiler.
    }
  }

  /// The manual pages, where `man` looks for them beside the folder of a program.
  private void makeManual(Path dist, List<String> jars) throws Exception {
    String path =
        jars.stream()
            .map(jar -> dist.resolve("lib").resolve(jar).toString())
            .collect(Collectors.joining(File.pathSeparator));
    String source = root.resolve("build/ManPages.java").toString();
    check(
        new ProcessBuilder(java(), "-cp", path, source, dist.resolve("share/man/man1").toString()));
  }

  /// The table of all messages.
  private void makeMessages(Path dist) throws Exception {
    Path file = Files.createDirectories(dist.resolve("share/doc")).resolve("messages.md");
    String source = root.resolve("build/Messages.java").toString();
    check(new ProcessBuilder(java(), source, root.toString(), file.toString()));
  }

  private static String java() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }

  /// The plugins of agents, as they are; their programs are the only files to be executed.
  private void copyPlugins(Path dist) throws IOException {
    Path plugins = root.resolve("plugins");
    try (Stream<Path> walk = Files.walk(plugins)) {
      for (Path source : walk.sorted().toList()) {
        Path copy = dist.resolve("plugins").resolve(plugins.relativize(source).toString());
        if (Files.isDirectory(source)) {
          Files.createDirectories(copy);
        } else {
          Files.copy(source, copy);
          copy.toFile().setExecutable(Files.isExecutable(source), false);
        }
      }
    }
  }

  private static void jlink(Path image) {
    ToolProvider jlink = ToolProvider.findFirst("jlink").orElseThrow();
    String output = "--output=" + image;
    String modules = "--add-modules=" + RUNTIME_MODULES;
    String lean = "--strip-java-debug-attributes";
    int exit =
        jlink.run(
            System.out, System.err, modules, lean, "--no-header-files", "--no-man-pages", output);
    if (exit != 0) {
      throw new IllegalStateException("jlink exited with " + exit);
    }
  }

  /// Makes the AOT caches from class lists, which stay beside them: a run time that was not shipped
  /// makes its caches from them on first use. In the final place: a run time that finds its jars
  /// elsewhere than at training looks every folder of their path up again for each class.
  private void makeCaches(Path dist) throws Exception {
    Path lib = dist.resolve("lib");
    Path java = dist.resolve("runtime/bin/java");
    String launch = Files.readString(lib.resolve("launch.sh"));
    String classPath = classPath(lib, quoted(launch, "jars="));
    String all = classPath(lib, quoted(launch, "jars=") + " " + quoted(launch, "served="));
    Training.record(root, java, all, lib, CACHES);
    for (String cache : CACHES) {
      String name = assigned(launch, "build=") + "-" + runtimeVersion(dist) + "-" + cache + ".aot";
      String flags = quoted(launch, cache.equals("server") ? "server=" : "flags=");
      List<String> command = new ArrayList<>(List.of(java.toString()));
      command.addAll(List.of(flags.split(" ")));
      command.addAll(List.of(quoted(launch, "dump=").split(" ")));
      command.add("-XX:SharedClassListFile=" + lib.resolve(cache + ".classes"));
      command.add("-XX:SharedArchiveFile=" + lib.resolve(name));
      command.addAll(List.of("-cp", classPath));
      ProcessBuilder dump = new ProcessBuilder(command);
      dump.environment().keySet().removeIf(variable -> variable.endsWith("JAVA_OPTIONS"));
      dump.environment().remove("JAVA_TOOL_OPTIONS");
      check(dump);
    }
  }

  private static String classPath(Path lib, String jars) {
    return Stream.of(jars.split(" "))
        .map(jar -> lib.resolve(jar).toString())
        .collect(Collectors.joining(File.pathSeparator));
  }

  /// Returns what the launcher takes for the version, too: an image may have only the short one.
  private static String runtimeVersion(Path dist) throws IOException {
    String release = "\n" + Files.readString(dist.resolve("runtime/release"));
    String key = release.contains("\nJAVA_RUNTIME_VERSION=") ? "JAVA_RUNTIME_" : "JAVA_";
    return assigned(release, key + "VERSION=").replace("\"", "");
  }

  private static String quoted(String text, String key) {
    return assigned(text, key).replace("'", "");
  }

  private static String assigned(String text, String key) {
    int start = text.indexOf("\n" + key) + 1 + key.length();
    return text.substring(start, text.indexOf('\n', start));
  }

  /// Without the AOT caches, which no build makes twice the same (ADR 108): the launcher makes them
  /// on first use.
  private void archive() throws Exception {
    Path home = target.resolve("tidemark");
    makeMessages(home);
    zip(home);
    tar(home);
  }

  private void tar(Path home) throws Exception {
    String name = "tidemark-" + version;
    Path archive = target.resolve(name + "-" + platform() + ".tar.gz");
    List<String> command = new ArrayList<>(List.of("tar", "--create", "--gzip"));
    command.add("--file=" + archive);
    command.addAll(List.of("--sort=name", "--owner=0", "--group=0", "--numeric-owner"));
    command.add("--mtime=" + reproducible);
    command.add("--exclude=tidemark/lib/built");
    command.add("--exclude=tidemark/lib/*.aot");
    command.add("--exclude=tidemark/bin/" + ARM);
    command.add("--transform=s,^tidemark," + name + ",");
    command.addAll(List.of("--directory=" + home.getParent(), "tidemark"));
    check(new ProcessBuilder(command));
  }

  private static String platform() {
    String os = System.getProperty("os.name").toLowerCase(Locale.ROOT).replace(" ", "");
    String cpu = System.getProperty("os.arch");
    return os + "-" + (cpu.equals("amd64") ? "x64" : cpu);
  }

  /// Without a run time, for a machine that has a Java 25.
  private void zip(Path dist) throws IOException {
    String name = "tidemark-" + version;
    Path archive = target.resolve(name + ".zip");
    Files.deleteIfExists(archive);
    URI uri = URI.create("jar:" + archive.toUri());
    Map<String, String> options = Map.of("create", "true", "enablePosixFileAttributes", "true");
    try (FileSystem zip = FileSystems.newFileSystem(uri, options);
        Stream<Path> walk = Files.walk(dist)) {
      for (Path source : walk.filter(each -> isPortable(dist, each)).sorted().toList()) {
        Path copy = zip.getPath(name, dist.relativize(source).toString());
        if (Files.isDirectory(source)) {
          Files.createDirectories(copy);
        } else {
          // The native client runs on one platform only.
          boolean client = dist.relativize(source).equals(Path.of("bin/tidemark"));
          Files.copy(client ? dist.resolve("bin/tidemark.sh") : source, copy);
        }
        boolean open = Files.isDirectory(source) || Files.isExecutable(source);
        Files.setPosixFilePermissions(
            copy, PosixFilePermissions.fromString(open ? "rwxr-xr-x" : "rw-r--r--"));
        Files.getFileAttributeView(copy, BasicFileAttributeView.class)
            .setTimes(reproducible, reproducible, reproducible);
      }
    }
  }

  /// Whether a file runs on any platform and with any run time.
  private static boolean isPortable(Path dist, Path file) {
    return !dist.relativize(file).startsWith("runtime")
        && !file.toString().endsWith(".aot")
        && !file.endsWith("lib/built");
  }

  private static void check(ProcessBuilder command) throws Exception {
    int exit = command.inheritIO().start().waitFor();
    if (exit != 0) {
      throw new IllegalStateException(command.command() + " exited with " + exit);
    }
  }

  static void delete(Path tree) throws IOException {
    if (Files.exists(tree)) {
      try (Stream<Path> walk = Files.walk(tree)) {
        for (Path path : walk.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(path);
        }
      }
    }
  }
}
