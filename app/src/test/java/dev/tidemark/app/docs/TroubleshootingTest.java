package dev.tidemark.app.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.Repository;
import dev.tidemark.testkit.Proves;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// docs/troubleshooting.md knows every code and every message that the sources know.
@Proves("R-USR-26")
class TroubleshootingTest {
  private static final Pattern CODE = Pattern.compile("[a-z]+(-[a-z]+)*");
  private static final Pattern PLACEHOLDER = Pattern.compile("^[\\s:;,.\"(]+|[\\s:;,.\"(]+$");

  /// Shorter pieces of a message, such as `is `, would be found on any page.
  private static final int TELLING = 9;

  @Test
  void every_code_of_a_refusal_is_on_the_page() throws IOException {
    assertCodes("Blocker\\.refused|new Blocker|Outcome\\.no", 10);
  }

  @Test
  void every_code_of_a_notice_is_on_the_page() throws IOException {
    assertCodes("new Notice", 15);
  }

  @Test
  void every_code_of_a_doubt_is_on_the_page() throws IOException {
    assertCodes("new ResumeWarning|doubt|note|ageWarning", 12);
  }

  @Test
  void every_code_of_a_problem_is_on_the_page() throws IOException {
    assertCodes("new ProblemView|diagnosticReport\\.add|new Diagnostic", 15);
  }

  @Test
  void every_message_of_a_store_is_on_the_page() throws IOException {
    var own = "(?:Busy|Conflict|Damaged|OutcomeUnknown|StoreUnavailable)Exception";
    assertMessages(Calls.of("new " + own + "|damaged|problems\\.add"), 20);
    assertMessages(firstOnly(Calls.of("new ForbiddenException")), 5);
    assertMessages(inFile(Calls.of("super"), "StoreException\\.java"), 2);
    assertMessages(inFile(Calls.of("refused"), "(?:PathRules|RunKey)\\.java"), 4);
  }

  @Test
  void every_message_of_a_format_of_git_and_of_files_is_on_the_page() throws IOException {
    assertMessages(Calls.of("new (?:Unreadable|Unusable|UnreadableRepository)Exception"), 10);
    assertMessages(firstOnly(Calls.of("new InputException")), 3);
    assertMessages(Calls.of("new SettingsException"), 6);
    assertMessages(inFile(Calls.of("new DefinitionException"), "Yaml.*"), 3);
  }

  @Test
  void every_message_of_the_state_dialect_is_on_the_page() throws IOException {
    assertMessages(inFile(Calls.of("new Notice|odd"), "(?!SettingsReader).*"), 15);
    assertMessages(firstTwo(Calls.of("Blocker\\.refused|Outcome\\.refusal|unclear")), 12);
  }

  @Test
  void every_message_of_the_library_is_on_the_page() throws IOException {
    assertMessages(inFile(Calls.of("fail|say"), "CheckpointManager\\.java"), 3);
  }

  private static void assertCodes(String callee, int atLeast) throws IOException {
    var codes = new TreeSet<String>();
    for (var call : Calls.of(callee)) {
      call.texts().stream()
          .filter(text -> CODE.matcher(text).matches())
          .findFirst()
          .ifPresent(codes::add);
    }
    assertThat(codes).hasSizeGreaterThanOrEqualTo(atLeast);
    var page = page();
    codes.removeIf(code -> page.contains("`" + code + "`"));
    assertThat(codes).as("codes that the page does not explain").isEmpty();
  }

  private static void assertMessages(List<Calls.Found> calls, int atLeast) throws IOException {
    var page = page();
    var pieces = new ArrayList<String>();
    for (var call : calls) {
      for (var text : call.texts()) {
        var piece = PLACEHOLDER.matcher(text).replaceAll("");
        if (piece.length() >= TELLING && !CODE.matcher(piece).matches()) {
          pieces.add(piece);
        }
      }
    }
    assertThat(pieces).hasSizeGreaterThanOrEqualTo(atLeast);
    pieces.removeIf(page::contains);
    assertThat(pieces).as("messages that the page does not explain").isEmpty();
  }

  private static List<Calls.Found> firstOnly(List<Calls.Found> calls) {
    return first(1, calls);
  }

  /// Code and reason; the hint that follows is advice, which the page gives in its own words.
  private static List<Calls.Found> firstTwo(List<Calls.Found> calls) {
    return first(2, calls);
  }

  private static List<Calls.Found> first(int count, List<Calls.Found> calls) {
    return calls.stream()
        .map(
            call ->
                new Calls.Found(
                    call.file(),
                    call.name(),
                    call.arguments().subList(0, Math.min(count, call.arguments().size()))))
        .toList();
  }

  private static List<Calls.Found> inFile(List<Calls.Found> calls, String name) {
    return calls.stream().filter(call -> call.file().matches(name)).toList();
  }

  private static String page() throws IOException {
    return Files.readString(Repository.root().resolve("docs/troubleshooting.md"))
        .replaceAll("\\s*\\n(?!\\|)", " ");
  }
}
