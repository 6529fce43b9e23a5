package dev.tidemark.browser;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.main.DrivenRun;
import dev.tidemark.testkit.LongProof;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// `watch` at a terminal and the table of the dashboard are two views of the same.
@LongProof
class WatchPageTest extends AtTheDashboard {
  private static final Pattern TITLE = Pattern.compile("(\\S.*) \\(\\d+\\)");

  private static final String AGES = "for (less than a minute|\\d+ \\w+)";

  @Test
  void watch_and_the_dashboard_have_the_same_groups_runs_attempts_and_next_steps()
      throws IOException, InterruptedException {
    tidemark.after(
        "start implement/pay --phases design,code",
        "enter design --run implement/pay",
        "fail design --reason 'two tests are red' --run implement/pay",
        "start implement/mail --phases design,code",
        "note 'no key' --blocked-by ops --run implement/mail",
        "start implement/gone --phases design,code");
    try (var gone = DrivenRun.start(tidemark, "implement/gone");
        var working = DrivenRun.start(tidemark, "implement/search")) {
      gone.kill("implement/gone");
      working.say("reading");
      ann.at(served).open(served, "/?open=done").see(ann.runs("doubt"), 1);

      var watched = watched();

      assertThat(watched).contains("# failed", "# blocked", "# waiting for you", "# damaged");
      assertThat(watched).contains("# running", "# stuck or in doubt", "# done");
      assertThat(watched.toString()).contains("attempt 2 at code by command", "its runner is gone");
      assertThat(shown()).isEqualTo(watched);
    }
  }

  /// Groups, runs, attempts and next steps in the order of `watch`.
  private List<String> watched() {
    var all = new ArrayList<String>();
    for (var line : tidemark.run("watch").lines()) {
      var title = TITLE.matcher(line);
      if (title.matches()) {
        all.add("# " + title.group(1));
      } else if (line.startsWith("    ")) {
        all.add(line.strip().replaceAll(AGES, "for a while"));
      } else if (!line.isBlank()) {
        all.add(line.strip().split(" ", 2)[0]);
      }
    }
    return all;
  }

  private List<String> shown() {
    var all = new ArrayList<String>();
    for (var group : ann.page().locator("tbody.group").all()) {
      all.add("# " + group.locator(".title .words").textContent());
      for (var row : group.locator("tr.row").all()) {
        var address = String.valueOf(row.locator("a.run").getAttribute("href"));
        var name = address.substring(address.lastIndexOf('/') + 1);
        all.add(URLDecoder.decode(name, StandardCharsets.UTF_8));
        var remarks = String.valueOf(row.locator("td.remarks").getAttribute("title"));
        for (var remark : remarks.split(", (?=attempt )", -1)) {
          if (remark.startsWith("attempt ")) {
            all.add(remark.replaceAll(AGES, "for a while"));
          }
        }
        for (var next : row.locator(".next code").allTextContents()) {
          all.add("next: " + next);
        }
      }
    }
    return all;
  }
}
