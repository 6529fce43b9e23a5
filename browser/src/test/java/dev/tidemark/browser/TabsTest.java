package dev.tidemark.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.LocatorAssertions;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import dev.tidemark.testkit.LongProof;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;

/// Many tabs, and many loads of one: a browser allows six connections to a server, so all tabs
/// share one event stream.
@LongProof
class TabsTest extends AtTheDashboard {
  private static final int TABS = 10;

  @Test
  void ten_tabs_show_data_and_follow_changes_also_after_the_first_is_closed() {
    ann.at(served);
    var tabs = new ArrayList<Page>();
    for (int i = 0; i < TABS - 1; i++) {
      var tab = ann.page().context().newPage();
      tab.navigate(served.url() + "/");
      tabs.add(tab);
    }
    for (var tab : tabs) {
      see(tab, "tbody.group.running tr.row", 3);
      see(tab, ".live.on", 1);
    }

    tidemark.after("start implement/mail --phases a,b");
    for (var tab : tabs) {
      see(tab, "tbody.group.running tr.row", 4);
    }
    ann.page().close();
    see(tabs.getLast(), ".live.on", 1);
    tidemark.after("start implement/chat --phases a,b");
    for (var tab : tabs) {
      see(tab, "tbody.group.running tr.row", 5);
    }
    tabs.forEach(Page::close);
  }

  @Test
  void one_tab_shows_data_after_each_of_eight_loads_and_when_one_goes_back() {
    ann.at(served);
    for (int i = 0; i < 8; i++) {
      ann.open(served, i % 2 == 0 ? "/?q=implement" : "/?q=release");
      see(ann.page(), "tr.row", i % 2 == 0 ? 5 : 1);
      see(ann.page(), ".live.on", 1);
    }
    ann.page().goBack();
    see(ann.page(), "tr.row", 5);
    see(ann.page(), ".live.on", 1);
    tidemark.after("start implement/mail --phases a,b");
    see(ann.page(), "tr.row", 6);
    assertThat(ann.wrong()).isEmpty();
  }

  private static void see(Page page, String selector, int count) {
    PlaywrightAssertions.assertThat(page.locator(selector))
        .hasCount(count, new LocatorAssertions.HasCountOptions().setTimeout(30_000));
  }
}
