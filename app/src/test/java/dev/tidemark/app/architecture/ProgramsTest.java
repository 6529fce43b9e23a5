package dev.tidemark.app.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// Programs are looked up by one class, which takes none from the project: a checkout could bring a
/// `git` of its own.
class ProgramsTest {
  private static final Set<String> STARTERS =
      Set.of(
          // They ask the search path.
          "dev.tidemark.integrations.process.ProcessRunner",
          "dev.tidemark.integrations.git.GitProcess",
          "dev.tidemark.integrations.git.GitSigner",
          "dev.tidemark.integrations.beads.BeadsWork",
          "dev.tidemark.runner.Sandbox",
          "dev.tidemark.app.install.ClientProcess",
          "dev.tidemark.app.demo.DemoRepository",
          // They name a file of the system.
          "dev.tidemark.runner.SupervisedProcess",
          "dev.tidemark.stores.file.io.DiskIo",
          "dev.tidemark.app.settings.file.PasswordDatabase",
          "dev.tidemark.app.install.SelfTest",
          "dev.tidemark.app.hook.ChainedStatusLine");

  @Test
  void programs_are_started_by_those_who_ask_the_search_path() {
    noClasses()
        .that(
            DescribedPredicate.describe(
                "ask the search path", type -> !STARTERS.contains(type.getName())))
        .should()
        .callConstructor(ProcessBuilder.class, String[].class)
        .orShould()
        .callConstructor(ProcessBuilder.class, java.util.List.class)
        .orShould()
        .callMethod(Runtime.class, "exec", String[].class)
        .check(Code.shipped());
  }
}
