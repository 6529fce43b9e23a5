package dev.tidemark.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.PlaywrightException;
import com.microsoft.playwright.assertions.LocatorAssertions;
import com.microsoft.playwright.options.AriaRole;
import dev.tidemark.app.main.Served;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;

/// Somebody with a browser window, and everything that went wrong in it.
final class Visitor implements AutoCloseable {
  private static final String NETWORK_CHANGED = "net::ERR_NETWORK_CHANGED";
  private static final Set<String> PARTS = Set.of("script", "stylesheet");

  private final BrowserContext context;
  private final Page page;
  private final List<String> wrong = new CopyOnWriteArrayList<>();
  private boolean interrupted;

  Visitor(Browser browser, Look look) {
    var options =
        new Browser.NewContextOptions()
            .setViewportSize(look.width(), look.height())
            .setColorScheme(look.scheme())
            .setLocale("en-GB")
            .setTimezoneId("UTC");
    this.context = browser.newContext(options);
    this.context.setDefaultTimeout(Chromium.PATIENCE);
    this.page = context.newPage();
    page.onPageError(error -> wrong.add("error: " + error));
    page.onDialog(
        dialog -> {
          wrong.add("dialog: " + dialog.message());
          dialog.dismiss();
        });
    page.onConsoleMessage(
        message -> {
          if (message.text().contains("Content Security") || message.text().contains("Trusted")) {
            wrong.add("console: " + message.text());
          }
        });
    page.onRequestFailed(
        request -> {
          boolean part = PARTS.contains(request.resourceType());
          interrupted |= part && NETWORK_CHANGED.equals(request.failure());
        });
    page.onRequest(
        request -> {
          if (!request.url().startsWith("http://127.0.0.1:")) {
            wrong.add("request: " + request.url());
          }
        });
  }

  /// Logs in with the address that the server prints.
  Visitor at(Served served) {
    load(served.url() + "/#token=" + served.token());
    see(page.locator("nav.counts a.count.running"));
    return this;
  }

  /// Goes to an address of the dashboard.
  Visitor open(Served served, String path) {
    load(served.url() + path);
    return this;
  }

  /// Reads a page as often as Chromium drops it, or one of its scripts, because a network interface
  /// came or went: other tests make machines with cables.
  private void load(String address) {
    interrupted = false;
    navigate(address);
    while (interrupted) {
      interrupted = false;
      // From the same page, an address with a fragment would read nothing.
      page.navigate("about:blank");
      navigate(address);
    }
  }

  private void navigate(String address) {
    try {
      page.navigate(address);
    } catch (PlaywrightException failure) {
      if (!failure.getMessage().contains(NETWORK_CHANGED)) {
        throw failure;
      }
      interrupted = true;
    }
  }

  public Page page() {
    return page;
  }

  /// Returns scripts that failed or were stopped, questions that popped up, requests to elsewhere.
  List<String> wrong() {
    return List.copyOf(wrong);
  }

  /// Waits until a text is shown.
  Visitor see(String text) {
    see(page.getByText(text).first());
    return this;
  }

  /// Waits until something is shown.
  Visitor see(Locator what) {
    assertThat(what)
        .isVisible(new LocatorAssertions.IsVisibleOptions().setTimeout(Chromium.PATIENCE));
    return this;
  }

  /// Waits until there are so many.
  Visitor see(Locator what, int count) {
    assertThat(what)
        .hasCount(count, new LocatorAssertions.HasCountOptions().setTimeout(Chromium.PATIENCE));
    return this;
  }

  /// Waits until the address ends like that: a page may change it behind what it shows.
  Visitor seeAddress(String ending) {
    var patient = new Page.WaitForURLOptions().setTimeout(Chromium.PATIENCE);
    page.waitForURL(address -> address.endsWith(ending), patient);
    return this;
  }

  /// Returns the button of that name.
  Locator button(String name) {
    var options = new Page.GetByRoleOptions().setName(name).setExact(true);
    return page.getByRole(AriaRole.BUTTON, options);
  }

  /// Returns the link of that name.
  Locator link(String name) {
    return page.getByRole(AriaRole.LINK, new Page.GetByRoleOptions().setName(name).setExact(true));
  }

  /// Returns the runs of a group, by its word.
  Locator runs(String group) {
    return page.locator("tbody.group." + group + " tr.row");
  }

  /// Returns the count of a group, if it is that number.
  Locator count(String group, int number) {
    var has = new Locator.FilterOptions().setHasText(Integer.toString(number));
    return page.locator("a.count." + group).filter(has);
  }

  @Override
  public void close() {
    context.close();
  }
}
