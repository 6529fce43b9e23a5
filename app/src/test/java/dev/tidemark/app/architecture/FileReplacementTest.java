package dev.tidemark.app.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget.CodeUnitCallTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaCall;
import dev.tidemark.stores.file.io.StorageIo;
import java.nio.file.StandardCopyOption;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// Files are replaced by one class, with a stated durability: a hand-written temporary file and
/// rename forgets a sync, or passes by fault injection.
class FileReplacementTest {
  private static final Set<String> EXCEPTIONS =
      Set.of(
          "dev.tidemark.stores.file.io.AtomicFile",
          // It renames what AtomicFile has prepared, once the journal has the entry; a protocol's
          // own file may stand in between, and a removal renames the other way round.
          "dev.tidemark.stores.file.document.DocumentPublisher",
          // It rotates a log, which is appended to and never replaced.
          "dev.tidemark.app.command.store.DeliveryLog");

  private static boolean isException(String type) {
    return EXCEPTIONS.contains(type);
  }

  private static boolean renames(CodeUnitCallTarget target) {
    boolean byStore =
        target.getName().equals("rename") && target.getOwner().isAssignableTo(StorageIo.class);
    boolean byFiles =
        target.getOwner().getName().equals("java.nio.file.Files")
            && target.getName().equals("move");
    boolean byFile =
        target.getOwner().getName().equals("java.io.File") && target.getName().equals("renameTo");
    return byStore || byFiles || byFile;
  }

  @Test
  void files_are_replaced_by_one_class() {
    noClasses()
        .that(
            DescribedPredicate.describe("are not AtomicFile", type -> !isException(type.getName())))
        // A disk forwards the rename to the disk below it.
        .and()
        .areNotAssignableTo(StorageIo.class)
        .should()
        .callCodeUnitWhere(
            DescribedPredicate.<JavaCall<?>>describe(
                "renames a file", call -> renames(call.getTarget())))
        .orShould()
        .accessTargetWhere(
            DescribedPredicate.<JavaAccess<?>>describe(
                "asks for an atomic move",
                access ->
                    access.getTarget().getOwner().isEquivalentTo(StandardCopyOption.class)
                        && access.getTarget().getName().equals("ATOMIC_MOVE")))
        .check(Code.shipped());
  }
}
