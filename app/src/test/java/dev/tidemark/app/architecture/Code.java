package dev.tidemark.app.architecture;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;

/// The classes of all modules that users get.
final class Code {
  private Code() {}

  static JavaClasses shipped() {
    ImportOption shipped =
        location -> !location.contains("/test-classes/") && !location.contains("/testkit/");
    return new ClassFileImporter().withImportOption(shipped).importPackages("dev.tidemark");
  }
}
