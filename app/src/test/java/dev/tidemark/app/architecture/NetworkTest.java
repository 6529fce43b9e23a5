package dev.tidemark.app.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import dev.tidemark.testkit.Proves;
import org.junit.jupiter.api.Test;

/// Nothing that is shipped opens a connection: there is no integration yet that one could
/// configure.
class NetworkTest {
  @Proves("R-COM-17")
  @Test
  void nobody_opens_a_connection() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("java.net..", "javax.net..", "com.sun.net..", "java.rmi..")
        .orShould()
        .dependOnClassesThat()
        .haveNameMatching("java\\.nio\\.channels\\..*Socket.*")
        .check(Code.shipped());
  }
}
