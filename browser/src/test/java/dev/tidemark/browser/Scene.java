package dev.tidemark.browser;

import dev.tidemark.app.main.CommandLineHarness;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;

/// A project with runs of every kind.
final class Scene {
  /// An agent that completes its phase.
  private static final String AGENT =
      """
      #!/bin/sh
      request=$(cat)
      field() {
        printf '%s\\n' "$request" | sed -n "s/^  \\"$1\\": \\"\\(.*\\)\\",*\\$/\\1/p" | head -n 1
      }
      touch "$(git rev-parse --git-dir)/worked"
      printf '{"task_id":"%s","phase":"%s","status":"complete","decision":"PROCEED",' \\
        "$(field task_id)" "$(field phase)"
      printf '"cost_usd":1.25,"tokens_used":48000,"findings":{},"context_summary":"done"}\\n'
      """;

  /// A workflow with phases and tasks that are worked at at the same time, and gates.
  static final String DELIVERY =
      """
      phases:
        - plan
        - name: server
          run: {needs: [plan], each: tasks}
        - name: client
          run: {needs: [plan]}
        - name: translate
          run: {needs: [client]}
        - name: manual
          run: {needs: [plan]}
        - name: check
          gates: [{review: true}, {clean-tree: true, advisory: true}, {command: [make], at: done}]
          run: {needs: [plan, server, translate, manual]}
        - publish
      """;

  /// The end of that week.
  static final Instant FRIDAY = time("9", "11:40");

  /// Day, time, actor and command.
  private static final String WEEK =
      """
      5 09:10 ann start implement/cart --phases design,code
      5 09:20 codex enter design --run implement/cart
      5 11:30 codex done design --run implement/cart
      5 13:40 codex enter code --run implement/cart
      6 09:05 ben start implement/search --phases design,code,test
      6 10:00 codex done code --run implement/cart
      6 10:20 run 6 11:50 run implement/search --command ./agent.sh --until design
      6 13:10 ben finish --run implement/cart
      6 14:00 ann start implement/auth --phases design,code,validation,ship
      6 14:05 claude enter design --run implement/auth
      6 17:10 claude done design --run implement/auth --created docs/auth.md --decision 'Rotate \
      on use' --summary 'Sessions stay on the server, tokens rotate on use.'
      7 08:50 ann start release/v2.4
      7 09:00 claude enter design --run release/v2.4
      7 09:30 claude enter code --run implement/auth
      7 10:15 ben start implement/orders --plan plan.md
      7 10:30 codex enter phase-1 --run implement/orders
      7 14:20 codex task done T001 --run implement/orders
      7 15:00 run 7 18:40 run implement/search --command ./agent.sh --until code
      7 16:00 ben start delivery/shop
      8 08:30 claude done plan --run delivery/shop
      8 09:00 claude enter server --run delivery/shop
      8 09:02 claude task add 'The table of orders' --run delivery/shop
      8 09:03 claude task add 'The rows of orders' --run delivery/shop
      8 09:05 codex enter client --run delivery/shop
      8 09:10 ben start implement/billing --phases design,code
      8 11:45 claude done code --run implement/auth --created src/auth/token.ts --modified \
      src/server.ts --summary 'Token endpoint and rotation are in; the limit is a bucket per \
      user.'
      8 16:30 claude done design --run release/v2.4 --created docs/orders.md --decision 'Cents, \
      not floats' --decision 'No foreign keys to the archive' --summary 'Two tables: orders and \
      order_lines. Money is kept in cents; the old columns stay readable for one release.'
      9 08:40 codex note 'Half of the rows are copied' --run implement/orders
      9 09:00 claude task done T001 --run delivery/shop
      9 09:15 claude enter validation --run implement/auth
      9 10:30 ben enter test --run implement/search
      """;

  private Scene() {}

  /// Makes a project without runs, with a workflow that needs approval.
  static CommandLineHarness empty(Path folder) {
    var tidemark = CommandLineHarness.fresh(folder);
    tidemark
        .scratch()
        .write(
            ".tidemark/workflows/release.yaml",
            """
            phases:
              - design
              - name: build
                gates: [{approval: design}]
              - name: verify
                gates:
                  - {command: [make, check], name: tests}
                  - {review: true}
                  - {clean-tree: true, advisory: true}
              - publish
            """);
    return tidemark;
  }

  /// Makes a project in which something waits, runs, is in doubt and is done.
  static CommandLineHarness busy(Path folder) {
    var tidemark = empty(folder);
    var git = tidemark.scratch();
    git.write("docs/orders.md", "# Orders\n").write("src/auth/token.ts", "export {};\n");
    git.write("src/server.ts", "export {};\n").write("docs/auth.md", "# Sessions\n");
    git.write("plan.md", "- [ ] T001 Add the table\n- [ ] T002 Copy the rows\n").commit("Work");
    tidemark.after(
        "start release/v2.4",
        "done design --run release/v2.4 --created docs/orders.md --decision 'Cents, not floats'"
            + " --decision 'No foreign keys to the archive' --summary 'Two tables: orders and"
            + " order_lines. Money is kept in cents; the old columns stay readable for one"
            + " release.'",
        "start implement/auth --phases design,code,validation,ship",
        "enter design --run implement/auth",
        "done design --run implement/auth --created docs/auth.md --decision 'Rotate on use'"
            + " --summary 'Sessions stay on the server, tokens rotate on use.'",
        "enter code --run implement/auth",
        "done code --run implement/auth --created src/auth/token.ts --modified src/server.ts"
            + " --summary 'Token endpoint and rotation are in; the limit is a bucket per user.'",
        "enter validation --run implement/auth",
        "start implement/search --phases design,code,test",
        "enter design --run implement/search",
        "start implement/orders --plan plan.md",
        "start implement/billing --phases design,code",
        "start implement/cart --phases design,code",
        "done design --run implement/cart",
        "done code --run implement/cart",
        "finish --run implement/cart");
    git.write(".claude/state/implement-billing.json", "{\"command\": \"implement\", oops");
    return tidemark;
  }

  /// Makes a project after a week of work by people and agents, on a Friday at noon.
  static CommandLineHarness week(Path folder) throws IOException {
    var tidemark = empty(folder);
    var git = tidemark.scratch();
    git.write("docs/orders.md", "# Orders\n").write("src/auth/token.ts", "export {};\n");
    git.write("src/server.ts", "export {};\n").write("docs/auth.md", "# Sessions\n");
    git.write("plan.md", "- [ ] T001 Add the table\n- [ ] T002 Copy the rows\n");
    git.write(".tidemark/workflows/delivery.yaml", DELIVERY);
    git.write("agent.sh", AGENT).commit("Work");
    if (!git.root().resolve("agent.sh").toFile().setExecutable(true)) {
      throw new IOException("agent.sh cannot be made executable");
    }
    for (var line : WEEK.lines().toList()) {
      var step = line.split(" +", 4);
      var clock = InstantSource.fixed(time(step[0], step[1]));
      switch (step[2]) {
        case "claude" -> tidemark.at(clock).with("CLAUDECODE", "1").after(step[3]);
        case "codex" -> tidemark.at(clock).with("CODEX_SANDBOX", "1").after(step[3]);
        case "run" -> {
          var rest = step[3].split(" ", 3);
          drive(tidemark, time(step[0], step[1]), time(rest[0], rest[1]), rest[2]);
        }
        default -> tidemark.at(clock).with("USER", step[2]).after(step[3]);
      }
    }
    git.write(".claude/state/implement-billing.json", "{\"command\": \"implement\", oops");
    return tidemark.at(InstantSource.fixed(FRIDAY));
  }

  private static Instant time(String day, String time) {
    return Instant.parse("2026-01-0" + day + "T" + time + ":00Z");
  }

  /// Has an agent complete a phase: its attempt begins and ends at these times.
  private static void drive(CommandLineHarness tidemark, Instant from, Instant to, String line)
      throws IOException {
    var worked = tidemark.folder().resolve(".git/worked");
    Files.deleteIfExists(worked);
    tidemark.at(() -> Files.exists(worked) ? to : from).after(line);
  }
}
