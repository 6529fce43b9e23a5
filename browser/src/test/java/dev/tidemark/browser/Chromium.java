package dev.tidemark.browser;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Playwright;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;

/// The browser of this machine, driven from outside.
final class Chromium implements AutoCloseable {
  /// How long a page may take for anything, in milliseconds.
  static final int PATIENCE = 60_000;

  private static final List<Path> PLACES =
      List.of(Path.of("/usr/bin/chromium"), Path.of("/usr/bin/chromium-browser"));

  private final Playwright playwright;
  private final Browser browser;

  private Chromium(Playwright playwright, Browser browser) {
    this.playwright = playwright;
    this.browser = browser;
  }

  /// Starts it; whoever tests is skipped where there is none, but not on a build server.
  static Chromium start() {
    var program = PLACES.stream().filter(Files::isExecutable).findFirst();
    boolean required = System.getenv("TIDEMARK_CI") != null;
    Assumptions.assumeTrue(required || program.isPresent(), "no chromium here");
    var path = program.orElseThrow(() -> new AssertionError("chromium is not installed"));
    var options = new Playwright.CreateOptions();
    options.setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1"));
    var playwright = Playwright.create(options);
    // Tests run as root in containers, where Chromium's own sandbox does not work.
    var arguments = new ArrayList<>(List.of("--no-sandbox", "--disable-dev-shm-usage"));
    var launch = new BrowserType.LaunchOptions().setExecutablePath(path).setArgs(arguments);
    return new Chromium(playwright, playwright.chromium().launch(launch));
  }

  /// Returns a visitor with cookies of his own.
  Visitor visitor(Look look) {
    return new Visitor(browser, look);
  }

  @Override
  public void close() {
    browser.close();
    playwright.close();
  }
}
