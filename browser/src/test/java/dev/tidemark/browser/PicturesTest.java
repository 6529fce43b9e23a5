package dev.tidemark.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import dev.tidemark.app.main.Served;
import dev.tidemark.testkit.LongProof;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The pictures of the documentation: made anew with `-Dtidemark.write=true`, and all there.
@LongProof
class PicturesTest {
  private static final Path IMAGES = Path.of("../docs/images").toAbsolutePath().normalize();

  /// How many bytes a picture may have.
  private static final int MOST = 110_000;

  /// View and look of each.
  private static final Map<String, Look> PICTURES =
      Map.of(
          "overview", new Look(1200, 480, false),
          "activity", new Look(1200, 560, false),
          "timeline", new Look(1200, 760, true),
          "run", new Look(1200, 760, false),
          "approval", new Look(1200, 660, true),
          "diff", new Look(1200, 660, true),
          "graph", new Look(1200, 840, false));

  @TempDir private Path temp;

  @Test
  void the_pictures_show_what_there_is() throws IOException {
    Files.createDirectories(IMAGES);
    try (var chromium = Chromium.start();
        var served = Served.byPerson(Scene.week(Files.createDirectory(temp.resolve("shop"))))) {
      for (var picture : PICTURES.entrySet()) {
        take(chromium, served, picture.getKey(), picture.getValue(), picture.getKey());
      }
      take(chromium, served, "overview", new Look(390, 844, false), "overview-phone");
    }
  }

  private static void take(Chromium chromium, Served served, String view, Look look, String name)
      throws IOException {
    try (var ann = chromium.visitor(look)) {
      var place =
          view.equals("graph")
              ? new String[] {"/runs/state%2Fdelivery%2Fshop", ".graph svg"}
              : Views.all().get(view);
      ann.page().clock().setFixedTime(Scene.FRIDAY.toEpochMilli());
      ann.at(served).open(served, place[0]).see(ann.page().locator(place[1]).first());
      ann.see(ann.page().locator(".live.on"));
      var picture = ann.page().screenshot(new Page.ScreenshotOptions());
      var file = IMAGES.resolve("dashboard-" + name + ".png");
      assertThat(picture).as(name).hasSizeLessThan(MOST);
      if (Boolean.getBoolean("tidemark.write")) {
        Files.write(file, picture);
      }
      assertThat(file).isNotEmptyFile();
    }
  }
}
