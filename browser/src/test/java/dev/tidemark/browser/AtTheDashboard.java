package dev.tidemark.browser;

import com.microsoft.playwright.Locator;
import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.app.main.Served;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/// One visitor before the dashboard of a busy project. The browser is started once for a class, the
/// server for each test.
class AtTheDashboard extends WithChromium {
  @TempDir private Path temp;
  CommandLineHarness tidemark;
  Served served;
  Visitor ann;

  @BeforeEach
  void open() {
    tidemark = Scene.busy(temp);
    served = Served.byPerson(tidemark);
    ann = chromium.visitor(Look.DESK);
  }

  @AfterEach
  void close() {
    ann.close();
    served.close();
  }

  static Locator.FilterOptions has(String text) {
    return new Locator.FilterOptions().setHasText(text);
  }
}
