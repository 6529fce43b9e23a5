package dev.tidemark.app.settings;

import dev.tidemark.text.BoundedFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Process ancestry: the parent processes of this one, as far as the system shows them.
///
/// An agent may clear the variables of a command that it runs, but not those of the processes in
/// between, nor its own program. The walk ends at the first process of the system, at any depth.
/// Where processes above this one are hidden, by a PID namespace that the terminal's session is not
/// in or by a mount over their folder in `/proc`, an agent may be among them. What a process calls
/// itself (`argv[0]`) never makes it an agent that may ask.
public final class ProcessAncestry {
  private static final Path PROCESSES = Path.of("/proc");
  private static final int PARENT = 1;
  private static final int SESSION = 3;

  /// The folder of npm that has the packages of one installation.
  private static final String PACKAGES = "/node_modules/";

  private static final List<String> INTERPRETERS =
      List.of("node", "nodejs", "bun", "bunx", "deno", "tsx", "sh", "bash", "dash", "zsh", "ruby");

  /// Verbs of interpreters that stand before the script.
  private static final List<String> INTERPRETER_VERBS = List.of("run", "x", "exec");

  /// Options whose value is a word of its own.
  private static final List<String> VALUED_OPTIONS =
      List.of(
          "-r",
          "--require",
          "--import",
          "--loader",
          "--experimental-loader",
          "-C",
          "--conditions",
          "--env-file",
          "--title",
          "-W",
          "-X",
          "-o",
          "-O",
          "--config");

  /// Options behind which code stands, and no script.
  private static final List<String> CODE_OPTIONS = List.of("-c", "-e", "--eval", "-p", "--print");

  private ProcessAncestry() {}

  /// One process.
  ///
  /// @param id its number
  /// @param words its command line; empty if it is not shown
  /// @param environment the variables it was started with; none if they are not shown
  /// @param folder its working folder, which relative paths in its command line start from
  /// @param program the file that it executes; absent if it is not shown
  public record Ancestor(
      long id,
      List<String> words,
      Map<String, String> environment,
      @Nullable Path folder,
      @Nullable String program) {
    /// An ancestor of which the system shows no more.
    public Ancestor(long id, List<String> words, Map<String, String> environment) {
      this(id, words, environment, null, null);
    }

    /// Takes its own copies.
    public Ancestor {
      words = List.copyOf(words);
      environment = Map.copyOf(environment);
    }

    /// Stands for ancestors that are hidden.
    public static final Ancestor HIDDEN = new Ancestor(0, List.of(), Map.of());
  }

  /// Returns the ancestors of this process, the nearest first.
  public static List<Ancestor> ofThisProcess() {
    return of(ProcessHandle.current().pid());
  }

  /// Returns the ancestors of a process, the nearest first; none if it has ended.
  public static List<Ancestor> of(long pid) {
    var ancestors = new ArrayList<Ancestor>();
    long last = pid;
    var next = ProcessHandle.of(pid).flatMap(ProcessHandle::parent);
    while (next.isPresent()) {
      var process = next.get();
      ancestors.add(ancestor(process));
      last = process.pid();
      next = process.parent();
    }
    if (isHidden(PROCESSES, pid, ProcessHandle.current().pid()) || hasParent(PROCESSES, last)) {
      ancestors.add(Ancestor.HIDDEN);
    }
    return ancestors;
  }

  /// Returns whether ancestors of a process are hidden.
  ///
  /// @param processes the folder in which the system shows its processes
  /// @param own the number of this process
  static boolean isHidden(Path processes, long pid, long own) {
    var self = processes.resolve("self");
    if (!Files.isDirectory(self)) {
      return System.getProperty("os.name", "").startsWith("Linux");
    }
    try {
      if (pid == own && !Files.readSymbolicLink(self).toString().equals(Long.toString(pid))) {
        return true;
      }
      var folder = processes.resolve(Long.toString(pid));
      return number(folder, SESSION) == 0
          || isNested(text(folder.resolve("status")))
          || isCovered(processes);
    } catch (IOException unreadable) {
      return pid == own;
    }
  }

  /// Returns whether a process has a parent: one that the system does not show, for the last one
  /// that it shows.
  private static boolean hasParent(Path processes, long pid) {
    try {
      return number(processes.resolve(Long.toString(pid)), PARENT) > 0;
    } catch (IOException ended) {
      return false;
    }
  }

  /// Returns a number of a process: state, parent, group and session follow its name, which may
  /// hold anything.
  private static long number(Path process, int index) throws IOException {
    var stat = text(process.resolve("stat"));
    var fields = stat.substring(stat.lastIndexOf(')') + 1).strip().split(" ", 6);
    try {
      return fields.length > index ? Long.parseLong(fields[index]) : -1;
    } catch (NumberFormatException unusual) {
      return -1;
    }
  }

  /// Returns whether a process has a number of its own in a namespace below.
  private static boolean isNested(String status) {
    int from = status.indexOf("\nNSpid:");
    int end = from < 0 ? -1 : status.indexOf('\n', from + 1);
    return end >= 0 && status.substring(from + "\nNSpid:".length(), end).strip().indexOf('\t') > 0;
  }

  /// Returns whether something is mounted over the folder of a process.
  private static boolean isCovered(Path processes) throws IOException {
    boolean whole = false;
    for (var line : text(processes.resolve("self/mountinfo")).split("\n", -1)) {
      var fields = line.split(" ", 6);
      var point = fields.length > 5 ? fields[4] : "";
      whole |= point.equals("/");
      if (point.startsWith("/proc/") && Character.isDigit(point.charAt("/proc/".length()))) {
        return true;
      }
    }
    return !whole;
  }

  private static String text(Path file) throws IOException {
    return new String(BoundedFile.bytes(file), StandardCharsets.UTF_8);
  }

  private static Ancestor ancestor(ProcessHandle process) {
    var folder = PROCESSES.resolve(Long.toString(process.pid()));
    var words = fields(folder.resolve("cmdline"));
    if (words.isEmpty()) {
      process.info().command().ifPresent(words::add);
      words.addAll(List.of(process.info().arguments().orElse(new String[0])));
    }
    var environment = new HashMap<String, String>();
    for (var field : fields(folder.resolve("environ"))) {
      int equals = field.indexOf('=');
      if (equals > 0) {
        environment.put(field.substring(0, equals), field.substring(equals + 1));
      }
    }
    var program = process.info().command().orElse(null);
    return new Ancestor(process.pid(), words, environment, folder.resolve("cwd"), program);
  }

  /// Returns the parts of a file of the system in which each ends with a NUL; none where it cannot
  /// be read.
  private static List<String> fields(Path file) {
    var fields = new ArrayList<String>();
    try {
      var text = text(file);
      int start = 0;
      for (int end = text.indexOf('\0'); end >= 0; end = text.indexOf('\0', start)) {
        fields.add(text.substring(start, end));
        start = end + 1;
      }
    } catch (IOException hidden) {
      // Another system, or another user's process.
    }
    return fields;
  }

  /// Returns the agent among the ancestors, by its own name or by its variables; empty if there is
  /// none.
  public static Optional<Found> agent(List<Ancestor> ancestors) {
    for (var ancestor : ancestors) {
      if (ancestor.equals(Ancestor.HIDDEN)) {
        return Optional.of(Found.HIDDEN);
      }
      var name = ActorDetection.agent(ancestor.environment());
      if (name == null) {
        name = byName(ancestor);
      }
      if (name != null) {
        return Optional.of(new Found(name, ancestor.id()));
      }
    }
    return Optional.empty();
  }

  /// Returns the agent whose shell, or another program that it ran, started this process; empty if
  /// the agent itself did, or there is none. Agents start the servers of their settings directly.
  /// An agent may have started itself again, or be started by the script of its npm package; any
  /// other program of an agent's name below an agent is one that it ran.
  public static Optional<Found> agentBehindProgram(List<Ancestor> ancestors) {
    int own = 0;
    while (own < ancestors.size()
        && byProgram(ancestors.get(own)) != null
        && (own == 0 || isSame(ancestors.getFirst(), ancestors.get(own)))) {
      own++;
    }
    var above = new ArrayList<>(ancestors.subList(own, ancestors.size()));
    // A client may start the servers of its settings in a sandbox.
    above.remove(Ancestor.HIDDEN);
    return agent(above);
  }

  /// Returns the command line with the file that is executed in the place of what it calls itself.
  private static List<String> truthful(Ancestor ancestor) {
    var program = ancestor.program();
    if (program == null) {
      return ancestor.words();
    }
    var words = new ArrayList<>(ancestor.words());
    if (words.isEmpty()) {
      words.add(program);
    } else {
      words.set(0, program);
    }
    return words;
  }

  private static @Nullable String byProgram(Ancestor ancestor) {
    return byWords(truthful(ancestor), ancestor.folder());
  }

  /// Returns whether a process is the same agent as one below it.
  private static boolean isSame(Ancestor below, Ancestor above) {
    if (identity(below).equals(identity(above))) {
      return true;
    }
    var words = truthful(above);
    var script = words.isEmpty() ? null : script(words);
    var file = script == null ? "" : realPath(script, above.folder()).replace('\\', '/');
    int packages = file.indexOf(PACKAGES);
    var program = below.program();
    return packages >= 0
        && program != null
        && program.replace('\\', '/').startsWith(file.substring(0, packages + PACKAGES.length()));
  }

  /// Returns the program and, of an interpreter, its script.
  private static String identity(Ancestor ancestor) {
    var words = truthful(ancestor);
    var script = words.isEmpty() ? null : script(words);
    var program = words.isEmpty() ? "" : words.getFirst();
    return script == null ? program : program + "\n" + realPath(script, ancestor.folder());
  }

  /// An agent, and the process that identifies it.
  public record Found(String agent, long process) {
    private static final Found HIDDEN = new Found("unknown", 0);

    /// Returns whether ancestors are hidden, and no agent is identified.
    public boolean isHidden() {
      return equals(HIDDEN);
    }

    /// Returns how it shows, as the beginning of a sentence.
    public String phrase() {
      return isHidden()
          ? "the processes that this one descends from are hidden from it"
          : "process " + process + ", which this one descends from, belongs to " + agent;
    }
  }

  /// An agent is its own program, or a script that an interpreter runs: known by the name of the
  /// script, by a folder of its name, or by the package that a link such as `/usr/local/bin/gemini`
  /// leads into.
  private static @Nullable String byName(Ancestor ancestor) {
    var called = byWords(ancestor.words(), ancestor.folder());
    return called == null ? byProgram(ancestor) : called;
  }

  private static @Nullable String byWords(List<String> words, @Nullable Path folder) {
    for (int i = 0; i < Math.min(2, words.size()); i++) {
      var agent = byPath(words.get(i), i == 0);
      if (agent != null) {
        return agent;
      }
    }
    var script = words.isEmpty() ? null : script(words);
    if (script == null) {
      return null;
    }
    var agent = byPath(script, true);
    return agent == null ? byPath(realPath(script, folder), true) : agent;
  }

  private static @Nullable String byPath(String path, boolean program) {
    var parts = path.replace('\\', '/').split("/", -1);
    for (int p = 0; p < parts.length; p++) {
      boolean last = p == parts.length - 1;
      var agent = ActorDetection.program(last ? stem(parts[p]) : parts[p], last && program);
      if (agent == null && p > 0 && parts[p - 1].startsWith("@")) {
        agent = ActorDetection.ofPackage(parts[p - 1] + "/" + parts[p]);
      }
      if (agent != null) {
        return agent;
      }
    }
    return null;
  }

  /// Returns the real path of a script; the given path if it cannot be resolved.
  private static String realPath(String script, @Nullable Path folder) {
    try {
      var path = folder == null ? Path.of(script) : folder.resolve(script);
      return path.isAbsolute() ? path.toRealPath().toString() : script;
    } catch (IOException | InvalidPathException unknown) {
      return script;
    }
  }

  private static String stem(String name) {
    for (var suffix : List.of(".exe", ".cmd", ".js", ".mjs", ".cjs", ".ts", ".py")) {
      if (name.endsWith(suffix)) {
        return name.substring(0, name.length() - suffix.length());
      }
    }
    return name;
  }

  /// Returns the script, or the module that Python runs; null if the program is no interpreter, or
  /// runs code that stands in its command line.
  private static @Nullable String script(List<String> words) {
    var name = name(words.getFirst());
    boolean python = name.startsWith("python") || name.startsWith("pypy");
    if (!python && !INTERPRETERS.contains(name)) {
      return null;
    }
    for (int i = 1; i < words.size(); i++) {
      var word = words.get(i);
      if (python && word.equals("-m")) {
        return i + 1 < words.size() ? words.get(i + 1) : null;
      }
      if (isCode(word, python || name.endsWith("sh"))) {
        return null;
      }
      if (VALUED_OPTIONS.contains(word)) {
        i++;
      } else if (!word.startsWith("-") && !isVerb(name, word)) {
        return word;
      }
    }
    return null;
  }

  private static boolean isVerb(String name, String word) {
    return (name.equals("bun") || name.equals("deno")) && INTERPRETER_VERBS.contains(word);
  }

  /// Shells and Python take one-letter options together: `bash -lc`. To Node, -c is something else.
  private static boolean isCode(String word, boolean joined) {
    boolean letters = joined && word.startsWith("-") && !word.startsWith("--");
    return letters ? word.endsWith("c") : !word.equals("-c") && CODE_OPTIONS.contains(word);
  }

  private static String name(String program) {
    var path = program.replace('\\', '/');
    var name = path.substring(path.lastIndexOf('/') + 1).toLowerCase(Locale.ROOT);
    return name.endsWith(".exe") ? name.substring(0, name.length() - 4) : name;
  }
}
