package dev.tidemark.app.main;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A command line under `strace`.
///
/// @param ran what came of it
/// @param concerned the calls that concern the files of the project, git's own left out
/// @param injected whether such a call was made to fail
record Traced(Ran ran, List<Call> concerned, boolean injected) {
  private static final String STRACE = "/usr/bin/strace";

  /// What is made to fail.
  enum SystemCalls {
    /// Opening and making files.
    OPEN("openat,open,creat"),
    /// Writing to them, and cutting them off.
    WRITE("write,pwrite64,ftruncate"),
    /// Waiting for the medium.
    FORCE("fsync,fdatasync"),
    /// Names that change.
    NAME("rename,renameat,renameat2,unlink,unlinkat,mkdir,mkdirat");

    final String names;

    SystemCalls(String names) {
      this.names = names;
    }
  }

  /// A call of one thread.
  ///
  /// @param number which one of that name in its thread, counted from 1
  record Call(String name, int number) {}

  /// A call that fails.
  record Fault(Call call, String error) {}

  static boolean isInstalled() {
    return Files.isExecutable(Path.of(STRACE));
  }

  /// Returns whether one process may trace another here.
  static boolean isPossible() {
    try {
      var trial = new ProcessBuilder(STRACE, "-qq", "-o", "/dev/null", "true").start();
      return trial.onExit().join().exitValue() == 0;
    } catch (IOException absent) {
      return false;
    }
  }

  /// Runs a line, with one call failing or none.
  static Traced run(
      CommandLineHarness tidemark, String line, SystemCalls calls, @Nullable Fault fault)
      throws IOException {
    var log = Files.createTempFile("strace", ".txt");
    var command = new ArrayList<String>(List.of(STRACE, "-f", "-y", "-qq", "--seccomp-bpf"));
    command.addAll(
        List.of("-o", log.toString(), "-e", "signal=none", "-e", "trace=" + calls.names));
    if (fault != null) {
      var call = fault.call();
      var when = ":error=" + fault.error() + ":when=" + call.number();
      command.addAll(List.of("-e", "inject=" + call.name() + when));
    }
    // Without its own statistics, which begin with a look at those of all other such processes.
    command.addAll(ChildProcess.program("-XX:-UsePerfData"));
    command.addAll(CommandLineHarness.split(line));
    var ran = ChildProcess.command(tidemark, command).end();
    var lines = Files.readAllLines(log, StandardCharsets.ISO_8859_1);
    Files.delete(log);
    return read(ran, lines, tidemark.scratch().root().toString());
  }

  private static Traced read(Ran ran, List<String> lines, String root) {
    var counts = new HashMap<String, Integer>();
    var concerned = new ArrayList<Call>();
    var ours = new HashMap<String, Boolean>();
    boolean injected = false;
    for (var line : lines) {
      int blank = line.indexOf(' ');
      var thread = line.substring(0, Math.max(0, blank));
      var rest = line.substring(blank + 1).strip();
      if (rest.startsWith("<... ")) {
        injected |= rest.contains("INJECTED") && ours.getOrDefault(thread, false);
        continue;
      }
      int bracket = rest.indexOf('(');
      if (bracket < 0) {
        continue;
      }
      var name = rest.substring(0, bracket);
      int number = counts.merge(thread + name, 1, Integer::sum);
      boolean here = concerns(rest, root);
      ours.put(thread, here);
      if (here) {
        concerned.add(new Call(name, number));
        injected |= rest.contains("INJECTED");
      }
    }
    return new Traced(ran, concerned, injected);
  }

  private static boolean concerns(String line, String root) {
    // The working folder stands in every call.
    var call = line.replace("AT_FDCWD<" + root + ">", "");
    boolean inside = call.contains(root + "/") || call.contains(root + ">");
    boolean git = call.contains(root + "/.git") && !call.contains(root + "/.git/tidemark");
    return (inside || call.contains(root + "\"")) && !git;
  }
}
