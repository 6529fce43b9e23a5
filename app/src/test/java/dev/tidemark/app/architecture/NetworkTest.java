package dev.tidemark.app.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import dev.tidemark.testkit.Proves;
import org.junit.jupiter.api.Test;

/// Connections are opened in one place, which is asked for services that are configured only.
class NetworkTest {
  @Proves("R-COM-17")
  @Test
  void nobody_opens_a_connection_but_one_class() {
    noClasses()
        .that()
        .doNotHaveFullyQualifiedName("dev.tidemark.integrations.http.Caller")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("java.net..", "javax.net..", "com.sun.net..", "java.rmi..")
        .orShould()
        .dependOnClassesThat()
        .haveNameMatching("java\\.nio\\.channels\\..*Socket.*")
        .check(Code.shipped());
  }
}
