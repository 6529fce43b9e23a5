package dev.tidemark.app.architecture;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.jspecify.annotations.Nullable;

/// The classes of all modules that users get.
final class Code {
  private static @Nullable JavaClasses classes;

  private Code() {}

  /// Returns them, read once for all tests of a process.
  static synchronized JavaClasses shipped() {
    var known = classes;
    if (known == null) {
      ImportOption shipped =
          location -> !location.contains("/test-classes/") && !location.contains("/testkit/");
      known = new ClassFileImporter().withImportOption(shipped).importPackages("dev.tidemark");
      classes = known;
    }
    return known;
  }
}
