package dev.tidemark.app.hook.event;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.hook.Reading;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class HookReplyTest {
  @ParameterizedTest
  @EnumSource(Agent.class)
  void no_text_is_longer_than_what_an_agent_takes_whole(Agent agent) {
    var start = HookTable.of(agent).getFirst();

    var reply = HookReply.of(start, HookAnswer.context("\ud83d\ude00".repeat(6_000)));

    var json = (JsonObject) JsonText.parse(reply.out());
    var text = new Reading(agent).told(json);
    assertThat(text).hasSizeLessThanOrEqualTo(9_900).endsWith("`tidemark resume` shows the whole)");
    assertThat(text.substring(0, text.indexOf('\n'))).matches("(\ud83d\ude00)+");
  }
}
