package dev.tidemark.handoff;

import static dev.tidemark.handoff.Samples.accepted;
import static dev.tidemark.handoff.Samples.json;
import static dev.tidemark.handoff.Samples.reasons;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.testkit.Proves;
import dev.tidemark.workflow.policy.SummaryLimit;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What workers write is prose with an object in it, or should be.
@Proves("R-004-54")
class WorkerTextTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"task_id\":1}",
        "\uFEFF  {\"task_id\":1}\n",
        "Done.\n\n```json\n{\"task_id\":1}\n```\n",
        "Done.\r\n```JSON\r\n{\"task_id\":1}\r\n```\r\nBye.",
        "Done.\n```\n{\"task_id\":1}\n```",
        "  ```json\n  {\"task_id\":1}\n  ```",
        "Done.\n```json\n{\"task_id\":1}",
        "Done:\n{\"task_id\":1}\nBye.",
        "```ts\nlet x = {};\n```\n```json\n{\"task_id\":1}\n```",
        "For example\n```json\n{\"a\":1}\n```\nMine:\n```json\n{\"task_id\":1}\n```",
        "For example\n{\"a\":1}\n```json\n{\"task_id\":1}",
        "Run\n```\nnpm test\n```\n{\"task_id\":1}",
        "Well,\n \t{\"task_id\":1}",
        "In {place}:\n{\"task_id\":1}"
      })
  void the_object_is_found(String text) {
    assertThat(accepted(WorkerText.object("response", text))).isEqualTo(json("{\"task_id\":1}"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          ''                                        | there is nothing in it
          ' \\n\\t'                                 | there is nothing in it
          'All is well.'                            | line 1: there is no JSON object in the text
          'All is {"a":1}'                          | line 1: there is no JSON object in the text
          '[1]'                                     | line 1: expected an object, found array
          '\\n "PROCEED"'                           | line 2: expected an object, found string
          '{"task_id":'                             | line 1, column 12
          'Well.\\n```json\\n{"task_id":1,}\\n```'  | line 3, column 14
          'Well.\\n```json\\n[7]\\n```'             | line 3: expected an object, found array
          '```json\\n{}\\n```\\n```json\\n{}\\n```' | several blocks could be meant, at lines 1, 4
          'Well:\\n{"a":1}\\n and {"b":2}'          | line 3, column 2
          """)
  void what_cannot_be_read_is_named_with_its_place(String text, String place) {
    var contractCheck =
        WorkerText.object("response", text.replace("\\n", "\n").replace("\\t", "\t"));

    assertThat(reasons(contractCheck))
        .singleElement()
        .asString()
        .startsWith("response rejected: ")
        .contains(place);
  }

  @Property(tries = 300)
  void no_text_whatever_is_answered_with_an_exception(@ForAll String text) {
    assertThat(HandoffResponse.read(text, null, SummaryLimit.DEFAULT)).isNotNull();
    assertThat(HandoffRequest.read("{" + text + "}", SummaryLimit.DEFAULT)).isNotNull();
  }

  @Property(tries = 300)
  void a_response_cut_anywhere_is_rejected(@ForAll int where) {
    int end = Math.floorMod(where, Samples.RESPONSE.length() - 1);
    var text = "Here:\n```json\n" + Samples.RESPONSE.substring(0, end) + "\n```\n";

    assertThat(reasons(HandoffResponse.read(text, null, SummaryLimit.DEFAULT))).isNotEmpty();
  }
}
