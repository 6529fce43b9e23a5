package dev.tidemark.app.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import dev.tidemark.testkit.Proves;
import org.junit.jupiter.api.Test;

/// Connections are opened in one place, which is asked for services that are configured only, and
/// taken in another, once a user has started a server. A store that is elsewhere is configured too.
class NetworkTest {
  @Proves("R-COM-17")
  @Test
  void nobody_opens_a_connection_but_one_class() {
    noClasses()
        .that()
        .doNotHaveFullyQualifiedName("dev.tidemark.integrations.http.ServiceClient")
        .and()
        // It takes the answers of that one.
        .doNotHaveFullyQualifiedName("dev.tidemark.integrations.http.LimitedBody")
        .and()
        .resideOutsideOfPackages("dev.tidemark.app.http..", "dev.tidemark.app.socket")
        .and()
        .resideOutsideOfPackage("dev.tidemark.stores.postgres..")
        .and()
        .doNotHaveFullyQualifiedName("dev.tidemark.app.main.ServerAddresses")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("java.net..", "javax.net..", "com.sun.net..", "java.rmi..")
        .orShould()
        .dependOnClassesThat()
        .haveNameMatching("java\\.nio\\.channels\\..*Socket.*")
        .check(Code.shipped());
  }
}
