package dev.tidemark.runner;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidemark.integrations.process.SearchPath;
import dev.tidemark.text.BoundedFile;
import dev.tidemark.workflow.policy.CommandLines;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Supervised process: an agent in a session of its own, under a small shell that ends it and all
/// its descendants when the runner goes away, however that happens.
///
/// The shell holds a pipe from the runner. At its end of file (the runner was killed, or wants an
/// end) it sends TERM to the process group of the agent, and KILL after a grace period. Descendants
/// that have left the group are found by a mark in their environment, on Linux. The same is done
/// when the agent has ended by itself.
///
/// Output goes to files and not through this process: what an agent has answered is there after a
/// crash of the runner.
final class SupervisedProcess implements AutoCloseable {
  /// The variable that marks the processes of an attempt.
  static final String MARK = "TIDEMARK_ATTEMPT_ID";

  /// The most bytes that are kept of each output stream. The rest is read and dropped.
  static final int OUTPUT_MAX = 16 * 1024 * 1024;

  /// Names of the files in the folder of an attempt.
  static final String IN = "in";

  static final String OUT = "out";
  static final String ERR = "err";
  private static final String EXEC = "exec: ";
  private static final String NOT_EXECUTABLE = " cannot be executed";
  private static final String PID = "pid";
  private static final String EXIT = "exit";
  private static final String PATH = "PATH";

  private static final long STEP_MILLIS = 20;
  private static final int TICKS_PER_SECOND = 10;

  /// Executes a script in a session of its own, so that nothing that is sent to the runner's
  /// process group reaches it. Arguments: the script, its name, its arguments.
  private static final String SESSION =
      """
      if command -v setsid >/dev/null 2>&1; then exec setsid /bin/sh -c "$@"; fi
      exec /bin/sh -c "$@"
      """;

  /// Functions that find and end the processes of an attempt: `$agent` is the leader of the group,
  /// `$mark` the mark, `$grace` the time until KILL in tenths of a second.
  private static final String FUNCTIONS =
      """
      marked() {
        grep -lsF "TIDEMARK_ATTEMPT_ID=$mark" /proc/[0-9]*/environ | tr -dc '0-9\\n'
      }
      signal() {
        [ -n "$agent" ] && kill -s "$1" -- "-$agent"
        for process in $(marked); do kill -s "$1" "$process"; done
      } 2>/dev/null
      alive() {
        { [ -n "$agent" ] && kill -s 0 -- "-$agent"; } || [ -n "$(marked)" ]
      } 2>/dev/null
      finish() {
        alive || return 0
        signal TERM
        tick=0
        while alive && [ $tick -lt "$grace" ]; do sleep 0.1; tick=$((tick + 1)); done
        alive && signal KILL
        return 0
      }
      """;

  /// Arguments: folder, mark, grace, most bytes, the `PATH` of the agent, then its words. What the
  /// supervisor itself calls is not taken from the project.
  private static final String SUPERVISOR =
      FUNCTIONS
          + """
          folder=$1 mark=$2 grace=$3 most=$4 path=$5
          shift 5
          mask=$(umask)
          umask 077
          echo $$ >"$folder/supervisor"
          exec 3<&0 </dev/null
          trap '' HUP INT
          session() {
            if command -v setsid >/dev/null 2>&1; then exec setsid "$@"; fi
            if command -v perl >/dev/null 2>&1; then
              exec perl -MPOSIX -e 'POSIX::setsid(); exec @ARGV or exit 127' -- "$@"
            fi
            exec "$@"
          }
          rm -f "$folder/out.pipe" "$folder/err.pipe"
          mkfifo "$folder/out.pipe" "$folder/err.pipe" || exit 71
          # Without a buffer, so that what is printed is seen at once.
          unbuffered=
          if command -v stdbuf >/dev/null 2>&1; then unbuffered='stdbuf -o0'; fi
          ($unbuffered head -c "$most"; cat >/dev/null) <"$folder/out.pipe" >"$folder/out" 3<&- &
          out=$!
          ($unbuffered head -c "$most"; cat >/dev/null) <"$folder/err.pipe" >"$folder/err" 3<&- &
          err=$!
          (
            exec <"$folder/in" >"$folder/out.pipe" 2>"$folder/err.pipe" 3<&-
            umask "$mask"
            trap - HUP INT
            export TIDEMARK_ATTEMPT_ID="$mark"
            session /bin/sh -c '
              [ ! -e "$0/swept" ] || exit 143
              PATH=$1 && shift && exec "$@"' "$folder" "$path" "$@"
          ) &
          agent=$!
          echo $agent >"$folder/pid.new" && mv "$folder/pid.new" "$folder/pid"
          (cat <&3 >/dev/null; finish) &
          watch=$!
          exec 3<&-
          wait $agent
          code=$?
          finish
          tick=0
          while { kill -0 $out || kill -0 $err; } 2>/dev/null && [ $tick -lt 20 ]; do
            sleep 0.1
            tick=$((tick + 1))
          done
          kill $out $err $watch 2>/dev/null
          rm -f "$folder/out.pipe" "$folder/err.pipe" "$folder/supervisor"
          echo $code >"$folder/exit.new" && mv "$folder/exit.new" "$folder/exit"
          """;

  /// Arguments: process group or an empty word, mark, grace.
  ///
  /// A supervisor that was just starting when its runner was killed may have no process with the
  /// mark yet. Its agent looks for the file `swept` after it has the mark, so it is either found
  /// here, or does not begin. What an agent has printed is on its way to the file until the
  /// supervisor has ended.
  private static final String SWEEP =
      FUNCTIONS
          + """
          for place in . */; do
            if [ -d "$place" ]; then echo >"$place/swept"; fi
          done
          agent=$1 mark=$2 grace=$3
          marked
          # A process that executes a program has no environment for a moment.
          alive || sleep 0.1
          finish
          tick=0
          supervisor=$(cat supervisor) 2>/dev/null
          while [ ! -e exit ] && kill -s 0 "$supervisor" && [ $tick -lt 100 ]; do
            sleep 0.1
            tick=$((tick + 1))
          done 2>/dev/null
          """;

  private final Path folder;
  private final String mark;
  private final Process supervisor;
  private final Map<String, String> environment;

  /// @param environment the variables of its supervisor
  private SupervisedProcess(
      Path folder, String mark, Process supervisor, Map<String, String> environment) {
    this.folder = folder;
    this.mark = mark;
    this.supervisor = supervisor;
    this.environment = environment;
  }

  /// Starts an agent.
  ///
  /// @param root the root of the project
  /// @param folder the folder of the attempt, whose file [#IN] is its standard input
  /// @param place the working folder
  /// @param environment the variables of the agent
  /// @param mark the mark of the attempt
  /// @param grace how long its processes may take to end after TERM
  /// @throws IOException if no process can be started
  static SupervisedProcess start(
      Path root,
      Path folder,
      Path place,
      List<String> words,
      Map<String, String> environment,
      String mark,
      Duration grace)
      throws IOException {
    var all = new ArrayList<String>();
    all.addAll(List.of("/bin/sh", "-c", SESSION, "sh", SUPERVISOR, "tidemark-supervisor"));
    all.add(folder.toString());
    all.add(mark);
    all.add(Long.toString(grace.toMillis() * TICKS_PER_SECOND / 1000));
    all.add(Integer.toString(OUTPUT_MAX));
    all.add(environment.getOrDefault(PATH, ""));
    all.addAll(words);
    var own = supervising(environment, root);
    return new SupervisedProcess(folder, mark, builder(all, place, own).start(), own);
  }

  /// Returns the variables of a supervisor or a sweep: none of their programs is the project's.
  static Map<String, String> supervising(Map<String, String> environment, Path root) {
    var own = new HashMap<>(environment);
    own.put(PATH, SearchPath.of(environment, root).value());
    return own;
  }

  private static ProcessBuilder builder(
      List<String> words, Path place, Map<String, String> environment) {
    var builder =
        new ProcessBuilder(words)
            .directory(place.toFile())
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.DISCARD);
    builder.environment().clear();
    builder.environment().putAll(environment);
    return builder;
  }

  /// Waits for the end of the agent and of all its descendants.
  ///
  /// @return whether they have ended
  boolean await(Duration patience) throws InterruptedException {
    long steps = Math.max(1, patience.toMillis() / STEP_MILLIS);
    for (long i = 0; i < steps; i++) {
      if (supervisor.waitFor(STEP_MILLIS, TimeUnit.MILLISECONDS)) {
        return true;
      }
    }
    return false;
  }

  /// Ends the agent and all its descendants, and waits for that.
  @Override
  public void close() throws IOException {
    try {
      supervisor.getOutputStream().close();
      supervisor.waitFor();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
    if (exit(folder) == null) {
      // The supervisor itself was killed.
      sweep(folder, mark, environment);
    }
  }

  /// Returns how many bytes the agent has printed so far.
  long printed() throws IOException {
    return size(folder.resolve(OUT)) + size(folder.resolve(ERR));
  }

  static long size(Path file) throws IOException {
    return Files.exists(file) ? Files.size(file) : 0;
  }

  /// Returns the exit code of the agent of an attempt; null if it has not ended by itself or by its
  /// supervisor.
  static @Nullable Integer exit(Path folder) throws IOException {
    return number(folder.resolve(EXIT));
  }

  /// Returns the process id of the agent of an attempt; null if it was never started.
  static @Nullable Integer pid(Path folder) throws IOException {
    return number(folder.resolve(PID));
  }

  private static @Nullable Integer number(Path file) throws IOException {
    if (!Files.exists(file)) {
      return null;
    }
    try {
      return Integer.valueOf(AttemptLog.read(file).strip());
    } catch (NumberFormatException torn) {
      return null;
    }
  }

  /// Ends what an earlier runner has left of an attempt. Afterwards nothing of it begins, and its
  /// output is complete.
  ///
  /// The process group is only signalled if one of its processes has the mark: process ids are used
  /// again.
  ///
  /// @param mark the mark of the attempt; nothing is ended without one
  /// @param environment see [#supervising]
  /// @return how many processes with the mark were found
  static int sweep(Path folder, String mark, Map<String, String> environment) throws IOException {
    if (mark.isEmpty()) {
      return 0;
    }
    var variables = new HashMap<>(environment);
    variables.remove(MARK);
    var pid = pid(folder);
    boolean own = pid != null && isMarked(pid, mark);
    var words = List.of("/bin/sh", "-c", SWEEP, "tidemark-sweep", own ? "" + pid : "", mark, "10");
    var builder = builder(words, folder, variables);
    builder.redirectOutput(ProcessBuilder.Redirect.PIPE);
    var process = builder.start();
    process.getOutputStream().close();
    try (var output = process.getInputStream()) {
      var found = new String(output.readAllBytes(), UTF_8).lines().count();
      process.waitFor();
      return (int) found;
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return 0;
    }
  }

  private static boolean isMarked(int pid, String mark) {
    try {
      var environ = BoundedFile.bytes(Path.of("/proc", Integer.toString(pid), "environ"));
      return new String(environ, UTF_8).contains(MARK + "=" + mark);
    } catch (IOException gone) {
      return false;
    }
  }

  /// Returns why a shell has not started a program.
  ///
  /// @param missing whether it was not found
  /// @param printed what the shell has printed
  static String startFailure(boolean missing, String printed) {
    int from = printed.lastIndexOf(EXEC) + EXEC.length();
    int to = printed.indexOf(": ", from);
    if (from < EXEC.length() || to < 0) {
      return printed;
    }
    var program = printed.substring(from, to);
    if (!missing) {
      return program + NOT_EXECUTABLE;
    }
    return program
        + (program.indexOf('/') < 0 ? " is not on PATH" : " or its interpreter is not there");
  }

  /// Returns the next step after a failure to start.
  static String startHint(String reason) {
    int end = reason.length() - NOT_EXECUTABLE.length();
    return reason.endsWith(NOT_EXECUTABLE)
        ? "Allow it: chmod +x " + CommandLines.quoted(reason.substring(0, end))
        : "Check the program and its arguments";
  }
}
