package dev.tidemark.evidence.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.workflow.ReportPassed.Format;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// JUnit XML of several tools, and hostile XML.
class JUnitReportReaderTest {
  private final ReportReader reader = ReportFixture.reader(Format.JUNIT);

  private void read(String xml) throws UnreadableReportException {
    assertThat(reader.read(ReportFixture.bytes(xml))).isNull();
  }

  @ParameterizedTest
  @CsvSource({
    "surefire-passed.xml, 9, 0, 0, 1, ''",
    "node-passed.xml,     4, 0, 0, 2, ''",
    "node-failed.xml,     5, 2, 0, 2, '2 failures and 0 errors in 5 tests'",
    "pytest-failed.xml,   5, 1, 1, 2, '1 failure and 1 error in 5 tests'"
  })
  void reports_of_tools_are_counted(
      String file, long tests, long failures, long errors, long skipped, String blocker)
      throws UnreadableReportException {
    reader.read(ReportFixture.file(file));

    assertThat(reader.counts())
        .isEqualTo(
            Map.of("tests", tests, "failures", failures, "errors", errors, "skipped", skipped));
    assertThat(String.join("; ", reader.blockers())).isEqualTo(blocker);
    assertThat(reader.tools()).isEmpty();
  }

  @Test
  void several_files_are_one_result() throws UnreadableReportException {
    reader.read(ReportFixture.file("surefire-passed.xml"));
    reader.read(ReportFixture.file("node-passed.xml"));
    assertThat(reader.blockers()).isEmpty();
    reader.read(ReportFixture.file("node-failed.xml"));

    assertThat(reader.counts()).containsEntry("tests", 18L).containsEntry("failures", 2L);
    assertThat(reader.blockers()).containsExactly("2 failures and 0 errors in 18 tests");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "<testsuites/>                                            | it has no test",
        "<testsuite tests='7'/>                                   | it has no test",
        "<testsuite><testcase><skipped/></testcase></testsuite>   | all of 1 test skipped",
        "<testsuite><testcase status='notrun'/></testsuite>       | all of 1 test skipped",
        "<testsuite errors='1'/>                | 0 failures and 1 error in 0 tests",
        "<testsuite errors='1'><testcase/></testsuite> | 0 failures and 1 error in 1 test",
        "<testsuites failures='2'><testsuite><testcase><failure/></testcase></testsuite>"
            + "</testsuites>                    | 2 failures and 0 errors in 1 test",
        "<testsuite><error/><testcase/></testsuite> | 0 failures and 1 error in 1 test",
        "<testsuite><testcase><failure/><failure/></testcase></testsuite>"
            + "                                 | 1 failure and 0 errors in 1 test",
        "<testsuite><testcase><skipped/><failure/><error/></testcase></testsuite>"
            + "                                 | 0 failures and 1 error in 1 test",
        "<testsuite><testcase><failure/><skipped/></testcase></testsuite>"
            + "                                 | 1 failure and 0 errors in 1 test",
      })
  void what_is_no_passed_test_does_not_pass(String xml, String blocker)
      throws UnreadableReportException {
    read(xml);

    assertThat(reader.blockers()).containsExactly(blocker);
  }

  @Test
  void a_test_that_passed_when_it_was_repeated_passes() throws UnreadableReportException {
    read("<testsuite tests='1' flakes='1'><testcase><flakyFailure/></testcase></testsuite>");

    assertThat(reader.blockers()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "<html><testsuite/></html>  | its root is <html>, not <testsuites> or <testsuite>",
        "{\"tests\":1}              | line 1: Content is not allowed in prolog",
        "<testsuite errors='many'/> | its attribute errors is not a count",
        "<testsuite errors='-1'/>   | its attribute errors is not a count",
        "<testsuite failures='99999999999999999999'/> | its attribute failures is not a count",
        "<testsuite><testcase>      | line 1: XML document structures must start and end within"
            + " the same entity"
      })
  void what_is_no_report_is_refused(String xml, String problem) {
    assertThatThrownBy(() -> read(xml))
        .isInstanceOf(UnreadableReportException.class)
        .hasMessage(problem);
    assertThat(reader.counts()).containsEntry("tests", 0L);
  }

  /// A document type can name files, addresses, and texts that grow without end.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "<!DOCTYPE testsuite>",
        "<!DOCTYPE testsuite SYSTEM 'http://127.0.0.1:1/report.dtd'>",
        "<!DOCTYPE testsuite [<!ENTITY a 'aaaaaaaaaa'><!ENTITY b '&a;&a;&a;&a;&a;&a;&a;&a;'>]>",
        "<!DOCTYPE testsuite [<!ENTITY % p SYSTEM 'http://127.0.0.1:1/x'>%p;]>"
      })
  void a_document_type_is_refused(String type) {
    assertThatThrownBy(() -> read(type + "<testsuite><testcase name='x'/></testsuite>"))
        .isInstanceOf(UnreadableReportException.class)
        .hasMessageStartingWith("line 1: DOCTYPE is disallowed");
  }

  @Test
  void no_file_is_read_by_an_entity_or_an_inclusion(@TempDir Path folder)
      throws IOException, UnreadableReportException {
    var failure = Files.writeString(folder.resolve("secret.xml"), "<failure/>").toUri();
    var entity = "<!DOCTYPE t [<!ENTITY x SYSTEM '" + failure + "'>]>";
    assertThatThrownBy(() -> read(entity + "<testsuite><testcase>&x;</testcase></testsuite>"))
        .isInstanceOf(UnreadableReportException.class);

    read(
        "<testsuite xmlns:xi='http://www.w3.org/2001/XInclude'><testcase>"
            + ("<xi:include href='" + failure + "'/></testcase></testsuite>"));
    assertThat(reader.blockers()).isEmpty();
    assertThat(reader.counts()).containsEntry("tests", 1L);
  }

  @Test
  void depth_and_attributes_are_limited() {
    assertThatThrownBy(() -> read("<testsuite>".repeat(1000)))
        .isInstanceOf(UnreadableReportException.class)
        .hasMessageContaining("limit");
    var attributes = new StringBuilder();
    for (int i = 0; i < 20_000; i++) {
      attributes.append(" a").append(i).append("=''");
    }
    assertThatThrownBy(() -> read("<testsuite" + attributes + "/>"))
        .isInstanceOf(UnreadableReportException.class)
        .hasMessageContaining("limit");
  }

  @Test
  void a_large_report_is_read_in_constant_memory() throws UnreadableReportException {
    var output = "<testcase><system-out>" + "x".repeat(1000) + "</system-out></testcase>";
    read("<testsuite>" + output.repeat(10_000) + "</testsuite>");

    assertThat(reader.counts()).containsEntry("tests", 10_000L);
  }
}
