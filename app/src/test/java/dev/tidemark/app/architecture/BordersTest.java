package dev.tidemark.app.architecture;

import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.SimpleConditionEvent.violated;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.GeneralCodingRules.NO_CLASSES_SHOULD_THROW_GENERIC_EXCEPTIONS;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.TryCatchBlock;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.syntax.ArchRuleDefinition;
import java.time.Clock;
import java.time.Instant;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

/// What only the outermost code may do: tell the time, read the environment, print, start threads,
/// catch bugs.
class BordersTest {
  private static final JavaClasses CODE = Code.shipped();
  private static final DescribedPredicate<JavaClass> INSIDE =
      resideOutsideOfPackages("dev.tidemark.app..", "dev.tidemark.library..");

  @Test
  void nobody_inside_asks_what_time_it_is() {
    noClasses()
        .that(INSIDE)
        // The disk has a clock of its own, which stamps files.
        .and()
        .doNotHaveSimpleName("DiskIo")
        .should()
        .callMethod(Instant.class, "now")
        .orShould()
        .callMethod(Clock.class, "systemUTC")
        .orShould()
        .callMethod(Clock.class, "systemDefaultZone")
        .orShould()
        .callMethod(System.class, "currentTimeMillis")
        .check(CODE);
  }

  @Test
  void nobody_inside_reads_the_environment() {
    noClasses()
        .that(INSIDE)
        .should()
        .callMethod(System.class, "getenv")
        .orShould()
        .callMethod(System.class, "getenv", String.class)
        .check(CODE);
  }

  @Test
  void nobody_inside_touches_the_standard_streams() {
    noClasses()
        .that(INSIDE)
        .should()
        .accessField(System.class, "out")
        .orShould()
        .accessField(System.class, "err")
        .orShould()
        .accessField(System.class, "in")
        .check(CODE);
  }

  @Test
  void the_library_prints_on_the_error_stream_at_most() {
    noClasses()
        .that()
        .resideInAPackage("dev.tidemark.library..")
        .should()
        .accessField(System.class, "out")
        .check(CODE);
  }

  @Test
  void nobody_inside_starts_a_thread_or_ends_the_process() {
    noClasses()
        .that(INSIDE)
        .should()
        .callConstructorWhere(target(owner(assignableTo(Thread.class))))
        .orShould()
        .callMethod(Thread.class, "startVirtualThread", Runnable.class)
        .orShould()
        .callMethod(Thread.class, "ofVirtual")
        .orShould()
        .callMethod(Thread.class, "ofPlatform")
        .orShould()
        .callMethodWhere(target(owner(assignableTo(Executors.class))))
        .orShould()
        .callMethod(System.class, "exit", int.class)
        .check(CODE);
  }

  @Test
  void nobody_throws_an_exception_without_a_name() {
    NO_CLASSES_SHOULD_THROW_GENERIC_EXCEPTIONS.check(CODE);
  }

  @Test
  void bugs_are_caught_at_the_borders_only() {
    ArchRuleDefinition.classes().that(INSIDE).should(notCatchBugs()).check(CODE);
  }

  /// Throwable is left out: the compiler itself catches it to close resources.
  private static ArchCondition<JavaClass> notCatchBugs() {
    return new ArchCondition<>("not catch RuntimeException, Exception or Error") {
      @Override
      public void check(JavaClass item, ConditionEvents events) {
        for (JavaCodeUnit unit : item.getCodeUnits()) {
          for (TryCatchBlock block : unit.getTryCatchBlocks()) {
            for (JavaClass caught : block.getCaughtThrowables()) {
              if (isBug(caught)) {
                events.add(violated(block, block.getSourceCodeLocation() + " catches " + caught));
              }
            }
          }
        }
      }
    };
  }

  private static boolean isBug(JavaClass caught) {
    return caught.isEquivalentTo(RuntimeException.class)
        || caught.isEquivalentTo(Exception.class)
        || caught.isEquivalentTo(Error.class);
  }
}
