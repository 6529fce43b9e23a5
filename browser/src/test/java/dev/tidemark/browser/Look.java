package dev.tidemark.browser;

import com.microsoft.playwright.options.ColorScheme;
import dev.tidemark.testkit.Proofs;
import java.util.List;

/// How a page is looked at.
///
/// @param width of the window, in pixels
/// @param height of the window, in pixels
/// @param dark whether the system is dark
record Look(int width, int height, boolean dark) {
  static final Look DESK = new Look(1440, 900, false);

  /// Returns every look that the dashboard is made for; a sample has one.
  static List<Look> all() {
    var all =
        List.of(
            DESK, new Look(390, 844, true), new Look(1440, 900, true), new Look(390, 844, false));
    return Proofs.sample(all, all.size());
  }

  ColorScheme scheme() {
    return dark ? ColorScheme.DARK : ColorScheme.LIGHT;
  }

  /// Returns what a picture is called: `desk-light`, `phone-dark`.
  String word() {
    return (width > 800 ? "desk" : "phone") + (dark ? "-dark" : "-light");
  }
}
