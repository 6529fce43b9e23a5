package dev.tidemark.browser;

import dev.tidemark.app.main.CommandLineHarness;
import java.nio.file.Path;

/// A project with runs of every kind.
final class Scene {
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
}
