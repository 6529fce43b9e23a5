package dev.tidemark.app.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
<<<<<<< HEAD

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
=======
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import dev.tidemark.testkit.Proves;
import java.io.IOException;
import java.net.Socket;
import org.junit.jupiter.api.Test;

/// No command can open a connection: there is no code that could.
@Proves("R-COM-17")
class NetworkTest {
  private static final ArchRule NO_NETWORK =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("java.net..", "javax.net..", "com.sun.net..")
          .orShould()
          .dependOnClassesThat()
          .haveNameMatching("java\\.nio\\.channels\\..*(Socket|Datagram|Multicast).*");

  @Test
  void nothing_that_is_shipped_knows_a_connection() {
    NO_NETWORK.check(Code.shipped());
  }

  @Test
  void the_rule_notices_who_opens_one() {
    JavaClasses culprit = new ClassFileImporter().importClasses(Caller.class);
    assertThat(NO_NETWORK.evaluate(culprit).hasViolation()).isTrue();
  }

  /// Somebody who opens a connection.
  static final class Caller {
    private Caller() {}

    static Socket call(String host) throws IOException {
      return new Socket(host, 80);
    }
>>>>>>> refs/remotes/h/lib
  }
}
