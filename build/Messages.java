import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ConditionalExpressionTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.ParenthesizedTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreeScanner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import javax.tools.ToolProvider;

/// Makes the table of all messages from the sources: code, message and hint of each refusal,
/// notice, warning, diagnostic and error. `java build/Messages.java ROOT FILE`
///
/// What is known at run time only is shown as `…`.
final class Messages {
  private static final String UNKNOWN = "…";

  /// Shorter pieces are words that another message ends with.
  private static final int TELLING = 9;

  /// A call that makes a message, and which of its arguments are code, message and hint; -1 if it
  /// has none.
  private record Maker(String title, int code, int message, int hint) {}

  private static final Map<String, Maker> MAKERS = new LinkedHashMap<>();

  static {
    maker(
        "Changes that are refused", 0, 1, 2, "Blocker.refused/3", "Outcome.refusal/3", "unclear/3");
    maker("Changes that are refused", 1, 2, 3, "Blocker/4", "Blocker/5");
    maker("What resume warns of", 1, 2, 4, "ResumeWarning/6");
    maker("Notices", 0, 1, -1, "Notice/2");
    maker("What doctor and validate find", 0, 2, 3, "Diagnostic/4");
    maker("What doctor and validate find", 1, 3, 4, "Diagnostic/5");
    maker("What doctor and validate find", 1, 2, 3, "diagnosticReport.add/4");
    maker("Errors of commands and of the server", 1, 2, 3, "ProblemView/4");
    maker("Errors of commands and of the server", -1, 0, 1, "InputException/2");
    maker("Settings and definitions", -1, 3, -1, "SettingsException/4");
    maker("Settings and definitions", -1, 0, -1, "DefinitionException/1", "DefinitionException/2");
    maker("Stores", -1, 0, 1, "ForbiddenException/2");
    maker("Stores", -1, 1, 2, "DamagedException/3");
    maker("Stores", -1, 1, -1, "DamagedException/2");
    maker("Stores", -1, 0, 2, "StoreUnavailableException/3");
    maker("Stores", -1, 0, -1, "StoreUnavailableException/2", "OutcomeUnknownException/2");
    maker("Documents, receipts, reports and git", -1, 0, -1, "UnreadableException/1");
    maker("Documents, receipts, reports and git", -1, 0, -1, "UnusableException/1");
    maker("Documents, receipts, reports and git", -1, 0, -1, "UnreadableRepositoryException/1");
    maker("Documents, receipts, reports and git", -1, 0, -1, "UnreadableRepositoryException/2");
    maker("Documents, receipts, reports and git", -1, 0, -1, "UnreadableReceiptException/1");
    maker("Documents, receipts, reports and git", -1, 0, -1, "UnreadableReportException/1");
    maker("Documents, receipts, reports and git", -1, 0, -1, "InvalidSignatureException/1");
    maker("Documents, receipts, reports and git", -1, 0, -1, "MalformedException/1");
  }

  private static void maker(String title, int code, int message, int hint, String... calls) {
    for (String call : calls) {
      MAKERS.put(call, new Maker(title, code, message, hint));
    }
  }

  private final Map<String, TreeSet<String>> rows = new TreeMap<>();

  private Messages() {}

  public static void main(String[] args) throws IOException {
    Path root = Path.of(args[0]);
    Messages messages = new Messages();
    for (String module : Dist.OURS) {
      messages.read(root.resolve(module).resolve("src/main/java"));
    }
    Files.writeString(Path.of(args[1]), messages.page());
  }

  private void read(Path sources) throws IOException {
    var compiler = ToolProvider.getSystemJavaCompiler();
    var files = compiler.getStandardFileManager(null, null, null);
    List<Path> found;
    try (var walk = Files.walk(sources)) {
      found = walk.filter(file -> file.toString().endsWith(".java")).sorted().toList();
    }
    var units = files.getJavaFileObjectsFromPaths(found);
    var task = (JavacTask) compiler.getTask(null, files, null, List.of(), null, units);
    for (CompilationUnitTree unit : task.parse()) {
      Map<String, ExpressionTree> constants = new HashMap<>();
      new TreeScanner<Void, Void>() {
        @Override
        public Void visitVariable(VariableTree variable, Void none) {
          if (variable.getInitializer() != null) {
            constants.put(variable.getName().toString(), variable.getInitializer());
          }
          return super.visitVariable(variable, none);
        }
      }.scan(unit, null);
      new CallScanner(constants).scan(unit, null);
    }
  }

  /// Finds the calls of one file.
  private final class CallScanner extends TreeScanner<Void, Void> {
    private final Map<String, ExpressionTree> constants;

    private CallScanner(Map<String, ExpressionTree> constants) {
      this.constants = constants;
    }

    @Override
    public Void visitNewClass(NewClassTree call, Void none) {
      String name = call.getIdentifier().toString();
      add(name.substring(name.lastIndexOf('.') + 1), call.getArguments());
      return super.visitNewClass(call, none);
    }

    @Override
    public Void visitMethodInvocation(MethodInvocationTree call, Void none) {
      add(call.getMethodSelect().toString(), call.getArguments());
      return super.visitMethodInvocation(call, none);
    }

    private void add(String name, List<? extends ExpressionTree> arguments) {
      Maker maker = MAKERS.get(name + "/" + arguments.size());
      if (maker == null) {
        return;
      }
      String message = text(arguments, maker.message());
      if (message.replace(UNKNOWN, "").length() < TELLING) {
        return;
      }
      String code = text(arguments, maker.code());
      rows.computeIfAbsent(maker.title(), title -> new TreeSet<>())
          .add(
              "| "
                  + cell(code)
                  + " | "
                  + cell(message)
                  + " | "
                  + cell(text(arguments, maker.hint()))
                  + " |");
    }

    private String text(List<? extends ExpressionTree> arguments, int at) {
      return at < 0 ? "" : text(arguments.get(at), 0).replaceAll("(…\\s*)+…", UNKNOWN);
    }

    private String text(Tree tree, int depth) {
      return switch (tree) {
        case LiteralTree literal ->
            literal.getValue() == null ? "" : String.valueOf(literal.getValue());
        case ParenthesizedTree inner -> text(inner.getExpression(), depth);
        case BinaryTree sum when sum.getKind() == Tree.Kind.PLUS ->
            text(sum.getLeftOperand(), depth) + text(sum.getRightOperand(), depth);
        case ConditionalExpressionTree choice -> {
          String one = text(choice.getTrueExpression(), depth);
          String other = text(choice.getFalseExpression(), depth);
          yield one.equals(other) || other.isEmpty() || other.equals(UNKNOWN)
              ? one
              : one.isEmpty() || one.equals(UNKNOWN) ? other : "(" + one + " / " + other + ")";
        }
        case IdentifierTree name when depth == 0 -> {
          ExpressionTree value = constants.get(name.getName().toString());
          yield value == null ? UNKNOWN : text(value, 1);
        }
        case MethodInvocationTree call
            when call.getMethodSelect() instanceof MemberSelectTree method
                && method.getIdentifier().contentEquals("formatted") ->
            text(method.getExpression(), depth).replaceAll("%[-\\d.]*[a-z]", UNKNOWN);
        default -> UNKNOWN;
      };
    }
  }

  private static String cell(String text) {
    return text.strip().replaceAll("\\s+", " ").replace("|", "\\|");
  }

  private String page() {
    StringBuilder page =
        new StringBuilder("# Messages\n\nMade from the sources. `…` is known at run time only.\n");
    rows.forEach(
        (title, lines) -> {
          page.append("\n## ")
              .append(title)
              .append("\n\n| code | message | hint |\n|---|---|---|\n");
          lines.forEach(line -> page.append(line).append('\n'));
        });
    return page.toString();
  }
}
