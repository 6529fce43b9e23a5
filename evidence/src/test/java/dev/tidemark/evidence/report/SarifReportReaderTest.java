package dev.tidemark.evidence.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.workflow.ReportPassed.Format;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// SARIF of ESLint, and what the specification allows.
class SarifReportReaderTest {
  private final ReportReader reader = ReportFixture.reader(Format.SARIF, "error");

  private void read(String json) throws UnreadableReportException {
    assertThat(reader.read(ReportFixture.bytes(json.replace('\'', '"')))).isNull();
  }

  /// Reads a run with members beside those of the tool.
  private void run(String members) throws UnreadableReportException {
    read("{'version':'2.1.0','runs':[{'tool':{'driver':{'name':'lint'}}" + members + "}]}");
  }

  @Test
  void results_of_eslint_are_counted_by_level() throws UnreadableReportException {
    reader.read(ReportFixture.file("eslint-failed.sarif"));

    assertThat(reader.tools()).containsExactly("ESLint 8.57.1");
    assertThat(reader.counts())
        .containsEntry("runs", 1L)
        .containsEntry("error", 4L)
        .containsEntry("warning", 2L)
        .containsEntry("note", 0L)
        .containsEntry("suppressed", 1L);
    assertThat(reader.blockers()).containsExactly("4 results of level error");
  }

  @Test
  void a_lower_level_closes_for_all_above_it() throws UnreadableReportException {
    var strict = ReportFixture.reader(Format.SARIF, "note");
    strict.read(ReportFixture.file("eslint-failed.sarif"));

    assertThat(strict.blockers())
        .containsExactly("4 results of level error", "2 results of level warning");
  }

  @Test
  void a_run_without_results_passes_and_one_that_broke_does_not() throws UnreadableReportException {
    reader.read(ReportFixture.file("eslint-passed.sarif"));
    assertThat(reader.blockers()).isEmpty();
    reader.read(ReportFixture.file("eslint-broken.sarif"));
    assertThat(reader.blockers()).containsExactly("ESLint did not run successfully");
    assertThat(reader.counts()).containsEntry("runs", 2L).containsEntry("error", 0L);
  }

  @Test
  void no_run_and_a_run_without_a_list_of_results_do_not_pass() throws UnreadableReportException {
    read("{'version':'2.1.0','runs':[]}");
    assertThat(reader.blockers()).containsExactly("it has no run of a tool");
    run("");
    run(",'results':null");
    assertThat(reader.blockers())
        .hasSize(2)
        .allMatch("lint has no list of results: an empty one would be none found"::equals);
  }

  /// 3.27.10 of the specification.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "                                     | warning",
        "'level':'error'                      | error",
        "'kind':'fail','level':'note'         | note",
        "'kind':'pass','level':'error'        | none",
        "'kind':'review'                      | none",
        "'ruleId':'hard'                      | error",
        "'ruleId':'hard/1'                    | error",
        "'ruleId':'plain'                     | warning",
        "'ruleId':'unknown'                   | warning",
        "'ruleIndex':1                        | error",
        "'ruleIndex':9                        | warning",
        "'ruleIndex':-1,'ruleId':'hard'       | error",
        "'rule':{'id':'hard'}                 | error",
        "'rule':{'index':0,'toolComponent':{'index':0}} | note",
        "'ruleId':'extra'                     | note",
        "'ruleId':'hard','provenance':{'invocationIndex':0} | note",
        "'ruleId':'hard','provenance':{'invocationIndex':7} | error"
      })
  void a_result_without_a_level_has_that_of_its_rule(String result, String level)
      throws UnreadableReportException {
    read(
        """
        {'version':'2.1.0','runs':[{
         'tool':{'driver':{'name':'lint','rules':[
           {'id':'plain'},{'id':'hard','defaultConfiguration':{'level':'error'}}]},
          'extensions':[{'name':'more','rules':[
           {'id':'extra','defaultConfiguration':{'level':'note'}}]}]},
         'invocations':[{'executionSuccessful':true,'ruleConfigurationOverrides':[
           {'descriptor':{'id':'hard'},'configuration':{'level':'note'}}]}],
         'results':[{%s}]}]}
        """
            .formatted(result == null ? "" : result));

    assertThat(reader.counts()).containsEntry(level, 1L);
    assertThat(reader.blockers().isEmpty()).isEqualTo(!level.equals("error"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "'suppressions':[]                                              | 1",
        "'suppressions':[{'kind':'inSource'}]                           | 0",
        "'suppressions':[{'kind':'external','status':'accepted'}]       | 0",
        "'suppressions':[{'kind':'external','status':'underReview'}]    | 1",
        "'suppressions':[{'kind':'inSource'},{'status':'rejected'}]     | 1",
        "'suppressions':[{'status':null}]                               | 1",
        "'baselineState':'absent'                                       | 0",
        "'baselineState':'unchanged'                                    | 1"
      })
  void suppressed_and_absent_results_do_not_count(String member, long errors)
      throws UnreadableReportException {
    run(",'results':[{'level':'error'," + member + "}]");

    assertThat(reader.counts()).containsEntry("error", errors);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "<sarif/>                                   | it is not JSON: line 1, column 1: expected a"
            + " JSON value",
        "[]                                         | it is not a JSON object",
        "{'runs':[]}                                | it is not a SARIF log of version 2.1.0",
        "{'version':'2.0.0','runs':[]}              | it is not a SARIF log of version 2.1.0",
        "{'version':'2.1.0'}                        | it is not a SARIF log of version 2.1.0",
        "{'version':'2.1.0','runs':[7]}             | its runs are not objects",
        "{'version':'2.1.0','runs':[{}]}            | one of its runs names no tool"
      })
  void what_is_no_log_is_refused(String json, String problem) {
    assertThatThrownBy(() -> read(json))
        .isInstanceOf(UnreadableReportException.class)
        .hasMessageStartingWith(problem);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        ",'results':[1]                             | its results are not objects",
        ",'results':[{'level':'fatal'}]             | one of its results has no level of SARIF",
        ",'results':[{'level':null}]                | one of its results has no level of SARIF",
        ",'results':[{'suppressions':[1]}]          | its suppressions are not objects",
        ",'externalPropertyFileReferences':{'results':[{}]} | its results are in another file"
      })
  void results_that_cannot_be_judged_are_refused(String members, String problem) {
    assertThatThrownBy(() -> run(members))
        .isInstanceOf(UnreadableReportException.class)
        .hasMessage(problem);
  }

  @Test
  void deep_or_large_json_and_bytes_that_are_no_text_are_refused() {
    assertThatThrownBy(() -> read("{'runs':".repeat(100_000)))
        .isInstanceOf(UnreadableReportException.class);
    assertThatThrownBy(() -> run(",'x':'" + "x".repeat(5 * 1024 * 1024) + "'"))
        .hasMessageContaining("larger than 5242880 bytes");
    assertThatThrownBy(() -> reader.read(new byte[] {(byte) 0xff, (byte) 0xfe, 0}))
        .hasMessage("it is not UTF-8");
  }

  @Test
  void many_results_of_many_rules_take_linear_time() throws UnreadableReportException {
    var rules = new StringBuilder();
    var results = new StringBuilder();
    for (int i = 0; i < 30_000; i++) {
      rules.append(i == 0 ? "" : ",").append("{'id':'r").append(i).append("'}");
      results.append(i == 0 ? "" : ",").append("{'ruleId':'r").append(i).append("'}");
    }
    read(
        ("{'version':'2.1.0','runs':[{'tool':{'driver':{'name':'lint','rules':[" + rules)
            + ("]}},'results':[" + results + "]}]}"));

    assertThat(reader.counts()).containsEntry("warning", 30_000L);
  }

  @Test
  void texts_of_a_report_are_one_line_of_limited_length_without_secrets()
      throws UnreadableReportException {
    read(
        "{'version':'2.1.0','runs':[{'results':[],'tool':{'driver':{'name':'a\\n\\u001b[31m"
            + ("b".repeat(500) + "'}}}]}"));
    read(
        "{'version':'2.1.0','runs':[{'results':[],'tool':{'driver':{'name':"
            + "'npm_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'}}}]}");

    assertThat(reader.tools().getFirst()).startsWith("a  [31mb").hasSizeLessThanOrEqualTo(201);
    assertThat(reader.tools().get(1)).doesNotContain("npm_a1B2");
  }
}
