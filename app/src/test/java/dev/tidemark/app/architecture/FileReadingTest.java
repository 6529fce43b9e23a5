package dev.tidemark.app.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget.CodeUnitCallTarget;
import com.tngtech.archunit.core.domain.JavaCall;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// Files are opened by one reader, which checks their type and size: a FIFO, a device or a link to
/// one in the place of any other file would block the process.
class FileReadingTest {
  private static final Set<String> OF_FILES =
      Set.of(
          "newInputStream",
          "newBufferedReader",
          "newByteChannel",
          "readString",
          "readAllBytes",
          "readAllLines",
          "lines");

  private static final Set<String> CONSTRUCTORS =
      Set.of(
          "java.io.FileInputStream",
          "java.io.FileReader",
          "java.io.RandomAccessFile",
          "java.util.Scanner");

  private static final Set<String> EXCEPTIONS =
      Set.of(
          // The reader, and the store's own, which reads parts of files that it has checked.
          "dev.tidemark.text.BoundedFile",
          "dev.tidemark.stores.file.io.DiskIo",
          // They open what they have made themselves.
          "dev.tidemark.stores.file.io.DiskOutput",
          "dev.tidemark.library.Workspace",
          "dev.tidemark.app.install.ClientProcess",
          "dev.tidemark.app.install.SelfTest",
          "dev.tidemark.app.demo.Tour",
          "dev.tidemark.runner.AttemptLog",
          // It rewrites a file of its own folder in place.
          "dev.tidemark.app.main.project.JournalRegisterFile",
          // They read standard input, or a file that the user names: `<(command)` is a FIFO.
          "dev.tidemark.app.main.Main",
          "dev.tidemark.app.command.session.CommandInputs",
          "dev.tidemark.app.main.ServerAddresses",
          // It reads the end of a file that it has found to be regular.
          "dev.tidemark.app.hook.Transcript");

  private static boolean opens(CodeUnitCallTarget target) {
    var owner = target.getOwner().getName();
    return (owner.equals("java.nio.file.Files") && OF_FILES.contains(target.getName()))
        || (owner.equals("java.nio.channels.FileChannel") && target.getName().equals("open"))
        || (CONSTRUCTORS.contains(owner) && target.getName().equals("<init>"));
  }

  @Test
  void files_are_opened_by_one_reader() {
    noClasses()
        .that(
            DescribedPredicate.describe(
                "are not the reader", type -> !EXCEPTIONS.contains(type.getName())))
        .should()
        .callCodeUnitWhere(
            DescribedPredicate.<JavaCall<?>>describe(
                "opens a file", call -> opens(call.getTarget())))
        .check(Code.shipped());
  }
}
