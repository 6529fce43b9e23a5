package dev.tidemark.fuzz;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tidemark.app.Repository;
import dev.tidemark.app.cli.VerbLines;
import dev.tidemark.app.hook.event.Agent;
import dev.tidemark.app.hook.event.Hook;
import dev.tidemark.app.hook.event.HookEvent;
import dev.tidemark.app.hook.event.HookTable;
import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.app.main.Ran;
import dev.tidemark.testkit.LongProof;
import dev.tidemark.testkit.Proves;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/// Every verb and every hook event on each checkout of `fuzz/hostile-projects`.
@Proves("R-USR-14")
class HostileProjectsTest {
  private static final int CHECKOUTS_MIN = 60;
  private static final int CALL_SECONDS = 60;
  private static final int ALL_MINUTES = 20;
  private static final int THREADS = 2;
  private static final int TOLD_MILLIS = 8_000;
  private static final int EXIT_MAX = 5;

  /// In a build each checkout gets a share of the verbs, each time another one.
  private static final int SHARE = 5;

  private static final String ONLY = System.getProperty("tidemark.hostile.only", "");
  private static final boolean ALL = Boolean.getBoolean("tidemark.hostile.all");

  /// What a line that a checkout forges begins with.
  private static final String MARK = "FORGED";

  private static final String[] STEERING = {
    "\u001b", "\u0007", "\u009b", "\u202e", "\u2066", "\u200b", "\u00ad", "\u0000", "\udb40\udc41"
  };

  private final ConcurrentLinkedQueue<String> defects = new ConcurrentLinkedQueue<>();

  @LongProof
  @Test
  void no_verb_and_no_hook_is_led_astray_by_a_checkout() throws Exception {
    var checkouts = Checkout.below(Repository.root().resolve("fuzz/hostile-projects"));
    long begun = System.nanoTime();
    int calls = 0;
    try (var threads = Executors.newFixedThreadPool(THREADS)) {
      var results = new ArrayList<Future<Integer>>();
      for (int i = 0; i < checkouts.size(); i++) {
        var checkout = checkouts.get(i);
        int turn = i;
        if (ONLY.isEmpty() || List.of(ONLY.split(",")).contains(checkout.name())) {
          results.add(threads.submit(() -> tried(checkout, turn)));
        }
      }
      for (var result : results) {
        calls += result.get(ALL_MINUTES, TimeUnit.MINUTES);
      }
    }
    System.out.printf(
        "%d checkouts, %,d calls in %d s, %d defects%n",
        checkouts.size(), calls, (System.nanoTime() - begun) / 1_000_000_000L, defects.size());
    assertThat(checkouts).hasSizeGreaterThanOrEqualTo(CHECKOUTS_MIN);
    assertThat(checkouts).allSatisfy(HostileProjectsTest::isTold);
    assertThat(String.join("\n", defects)).isEmpty();
  }

  private static void isTold(Checkout checkout) {
    assertThat(checkout.value("attacks", "")).as(checkout.name()).isNotEmpty();
    assertThat(checkout.value("must-not", "")).as(checkout.name()).isNotEmpty();
  }

  /// A checkout that cannot be made is a defect of the data, and the others are tried all the same.
  private int tried(Checkout checkout, int turn) {
    long begun = System.nanoTime();
    try {
      return calls(checkout, turn);
    } catch (Exception | AssertionError broken) {
      defects.add(checkout.name() + ": could not be tried: " + broken);
      return 0;
    } finally {
      long millis = (System.nanoTime() - begun) / 1_000_000;
      if (millis > TOLD_MILLIS) {
        System.out.printf("%s took %,d ms%n", checkout, millis);
      }
    }
  }

  private int calls(Checkout checkout, int turn) throws Exception {
    var folder = Files.createTempDirectory("tidemark-hostile").toRealPath();
    var begun = CheckoutBuilder.begin(checkout, folder);
    try (var canaries = Canaries.beside(folder, begun.scratch().home())) {
      var tidemark = CheckoutBuilder.build(checkout, begun, canaries);
      // What git itself started while the checkout was made.
      canaries.noticed();
      var trial = new Trial(checkout, tidemark, canaries);
      int calls = trial.verbs(false, turn) + trial.hooks() + trial.shown() + trial.refused();
      calls += trial.verbs(true, turn);
      trial.judge("at the end", Canaries.leakedBelow(begun.scratch().root()));
      return calls;
    } finally {
      Scratch.remove(folder);
    }
  }

  /// One checkout and what is tried on it.
  private final class Trial {
    private final Checkout checkout;
    private final CommandLineHarness tidemark;
    private final Canaries canaries;

    Trial(Checkout checkout, CommandLineHarness tidemark, Canaries canaries) {
      this.checkout = checkout;
      this.tidemark = tidemark;
      this.canaries = canaries;
    }

    int verbs(boolean writes, int turn) {
      var run = checkout.value("on", usualRun());
      int calls = 0;
      int number = turn;
      for (var verb : VerbLines.all(run, checkout.value("phase", "build"))) {
        if (verb.writes() == writes && (ALL || number++ % SHARE == 0)) {
          calls++;
          judge(verb.line(), run(tidemark, verb.line()), EXIT_MAX);
        }
      }
      return calls;
    }

    private String usualRun() {
      return checkout.value("from", "").equals("gated")
          ? "state/ship"
          : "state/implement/checkpoint-infrastructure";
    }

    int hooks() {
      int calls = 0;
      for (var agent : Agent.values()) {
        for (var hook : HookTable.of(agent)) {
          calls++;
          hook(hook);
        }
      }
      return calls;
    }

    private void hook(Hook hook) {
      var line = "hook " + hook.agent().word() + " " + hook.event();
      var ran = run(tidemark.given(event(hook)), line);
      judge(line, ran, 2);
      boolean guards = hook.moment() == HookEvent.TOOL && isOurs();
      if (ran != null && guards && ran.exit() != 2 && !ran.out().contains("deny")) {
        judge(line, List.of("the hook lets the journal be changed: " + ran));
      }
      if (ran != null && !guards && ran.exit() == 1) {
        judge(line, List.of("a hook failed: " + ran));
      }
    }

    private boolean isOurs() {
      var root = tidemark.scratch().root();
      return Files.exists(root.resolve(".tidemark")) || Files.exists(root.resolve(".git/tidemark"));
    }

    private String event(Hook hook) {
      var words = hook.moment() == HookEvent.TOOL ? "rm -rf .tidemark/journal" : "true";
      return """
      {"session_id":"s1","sessionID":"s1","conversation_id":"s1","cwd":"CWD",
       "workspace_roots":["CWD"],"hook_event_name":"EVENT","source":"startup",
       "trigger":"manual","reason":"other","prompt":"/ship now","turn_id":"1",
       "transcript_path":"CWD/none.jsonl","tool_name":"Bash","tool":"bash","command":"WORDS",
       "tool_input":{"command":"WORDS","file_path":".tidemark/journal/x"},
       "args":{"command":"WORDS"}}
      """
          .replace("CWD", tidemark.folder().toString())
          .replace("EVENT", hook.event())
          .replace("WORDS", words);
    }

    /// Holds if a line shows the text that proves the checkout to be what it claims.
    int shown() {
      for (var line : checkout.values("shows")) {
        var words = line.split(" => ", 2);
        var ran = run(tidemark, words[0]);
        if (ran != null && !(ran.out() + ran.err()).contains(words[1])) {
          judge(words[0], List.of("does not show " + words[1] + ": " + ran));
        }
      }
      return checkout.values("shows").size();
    }

    /// Holds if the gates that the checkout wants to get round stay closed.
    int refused() {
      for (var line : checkout.values("refused")) {
        var ran = run(tidemark, line);
        judge(line, ran, EXIT_MAX);
        if (ran != null && ran.exit() == 0) {
          judge(line, List.of("was not refused: " + ran));
        }
      }
      return checkout.values("refused").size();
    }

    void judge(String line, Ran ran, int exitMax) {
      var wrong = new ArrayList<String>();
      if (ran == null) {
        wrong.add("took longer than " + CALL_SECONDS + " s");
      } else {
        if (ran.exit() < 0 || ran.exit() > exitMax) {
          wrong.add("ended with " + ran.exit());
        }
        var said = ran.out() + "\n" + ran.err();
        if (said.contains("\tat ") || said.contains("this is a bug in Tidemark")) {
          wrong.add("a bug: " + cut(ran.err()));
        }
        wrong.addAll(Canaries.leaked(said));
        wrong.addAll(forged(said));
      }
      wrong.addAll(canaries.noticed());
      wrong.addAll(canaries.touched(checkout.values("reads")));
      judge(line, wrong);
    }

    void judge(String line, List<String> wrong) {
      for (var each : wrong) {
        defects.add(checkout.name() + ": " + line + ": " + cut(each));
      }
    }
  }

  private static String cut(String text) {
    return text.substring(0, Math.min(700, text.length()));
  }

  private static List<String> forged(String said) {
    var forged = new ArrayList<String>();
    for (var line : said.split("[\n\r\u000b\f\u0085\u2028\u2029]", -1)) {
      if (line.strip().startsWith(MARK)) {
        forged.add("a forged line: " + line);
      }
    }
    for (var steering : STEERING) {
      if (said.contains(steering)) {
        forged.add(
            "a character that steers or hides: U+" + Integer.toHexString(steering.charAt(0)));
      }
    }
    return forged;
  }

  private static Ran run(CommandLineHarness tidemark, String line) {
    var ran = new AtomicReference<Ran>();
    var thread = Thread.ofPlatform().daemon().start(() -> ran.set(ended(tidemark, line)));
    try {
      thread.join(CALL_SECONDS * 1000L);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return ran.get();
  }

  /// What is thrown out of the outermost border is what a process would end with.
  private static Ran ended(CommandLineHarness tidemark, String line) {
    try {
      return tidemark.run(line);
    } catch (Throwable uncaught) {
      var frames = uncaught.getStackTrace();
      var at = frames.length == 0 ? "" : "\n\tat " + frames[0];
      return new Ran(70, "", uncaught + at);
    }
  }

  /// The detectors themselves.
  @Test
  void each_detector_notices_what_it_is_for() throws Exception {
    var folder = Files.createTempDirectory("tidemark-hostile").toRealPath();
    var home = Files.createDirectories(folder.resolve("home"));
    try (var canaries = Canaries.beside(folder, home)) {
      assertThat(canaries.touched(List.of())).isEmpty();
      assumeTrue(canaries.notesReads(), "mounted without times of access: reads go unnoticed");
      var root = folder.resolve("project");
      var program = canaries.filled("@CANARY@", root);
      assertThat(
              new ProcessBuilder(program)
                  .redirectInput(Path.of("/dev/null").toFile())
                  .start()
                  .waitFor())
          .isZero();
      int port = Integer.parseInt(canaries.filled("@PORT@", root));
      try (var socket = new Socket("127.0.0.1", port)) {
        assertThat(socket.getInputStream().read()).isEqualTo(-1);
      }
      assertThat(canaries.noticed())
          .containsExactly("a program of the project was started", "a connection was opened");
      Files.readString(folder.resolve("outside/secret"));
      Files.writeString(folder.resolve("outside/new"), "x");
      assertThat(canaries.touched(List.of())).hasSize(2).contains("secret was read");
      assertThat(Canaries.leaked("x " + Canaries.SECRET)).hasSize(1);
      assertThat(Canaries.leakedBelow(folder.resolve("outside"))).isNotEmpty();
    } finally {
      Scratch.remove(folder);
    }
    assertThat(forged("fine\n  FORGED next\n\u001b[2J")).hasSize(2);
  }
}
