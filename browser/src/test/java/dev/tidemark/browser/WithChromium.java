package dev.tidemark.browser;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/// Base of tests that share one browser, started once for a class.
class WithChromium {
  static Chromium chromium;

  @BeforeAll
  static void start() {
    chromium = Chromium.start();
  }

  /// Where there is no browser, nothing was started.
  @AfterAll
  static void end() {
    if (chromium != null) {
      chromium.close();
    }
  }
}
