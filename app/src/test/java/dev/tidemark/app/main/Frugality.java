package dev.tidemark.app.main;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.testkit.Proofs;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/// What a verb that agents call in every step may load.
final class Frugality {
  /// What links a `switch` over types. A command may; hooks may not, whose cache would grow by a
  /// tenth.
  private static final String SWITCH = "java.lang.runtime.SwitchBootstraps";

  /// What must not be loaded, by the beginnings of the names of classes.
  private static final List<String> COSTLY =
      List.of(
          "org.snakeyaml.",
          "com.knuddels.",
          "io.prometheus.",
          "java.util.regex.",
          "java.util.stream.",
          "java.text.",
          "java.util.Formatter",
          "java.util.logging.",
          "java.util.ServiceLoader",
          "java.security.MessageDigest",
          "java.net.http.",
          SWITCH,
          "java.lang.runtime.ObjectMethods",
          "java.lang.invoke.StringConcatFactory",
          "sun.security.provider.",
          "dev.tidemark.app.demo.",
          "dev.tidemark.app.cli.help.Help",
          "dev.tidemark.app.cli.UsageErrors",
          "dev.tidemark.app.cli.completion.Completion",
          "dev.tidemark.app.command.setup.DoctorCommand",
          "dev.tidemark.app.command.setup.SetupCommands",
          "dev.tidemark.integrations.git.GitProgram");

  /// What the JDK loads to start a process: it asks whether starts are logged. A verb that shows
  /// the changed files of the work tree runs git and pays for them.
  private static final Set<String> OF_A_PROCESS =
      Set.of(
          "java.util.ServiceLoader",
          "java.util.ServiceLoader$1",
          "java.util.ServiceLoader$2",
          "java.util.ServiceLoader$3",
          "java.util.ServiceLoader$LazyClassPathLookupIterator",
          "java.util.ServiceLoader$ModuleServicesLookupIterator",
          "java.util.ServiceLoader$Provider",
          "java.util.ServiceLoader$ProviderImpl",
          "java.util.stream.AbstractPipeline",
          "java.util.stream.BaseStream",
          "java.util.stream.PipelineHelper",
          "java.util.stream.ReferencePipeline",
          "java.util.stream.ReferencePipeline$Head",
          "java.util.stream.Stream",
          "java.util.stream.StreamOpFlag",
          "java.util.stream.StreamOpFlag$MaskBuilder",
          "java.util.stream.StreamOpFlag$Type",
          "java.util.stream.StreamSupport");

  /// The packages of Tidemark that a hot verb has business in.
  private static final List<String> AT_HOME =
      List.of(
          "dev.tidemark.app.cli.",
          "dev.tidemark.app.command.",
          "dev.tidemark.app.hook.",
          "dev.tidemark.app.main.",
          "dev.tidemark.app.settings.",
          "dev.tidemark.app.view.",
          "dev.tidemark.brief.",
          "dev.tidemark.checkpoint.",
          "dev.tidemark.dialect.",
          "dev.tidemark.dialects.Dialects",
          "dev.tidemark.dialects.definition.",
          "dev.tidemark.dialects.flow.",
          "dev.tidemark.dialects.item.",
          "dev.tidemark.dialects.markdown.",
          "dev.tidemark.dialects.phase.",
          "dev.tidemark.dialects.state.",
          "dev.tidemark.engine.",
          "dev.tidemark.integrations.beads.BeadsWork",
          "dev.tidemark.integrations.git.",
          "dev.tidemark.integrations.process.SearchPath",
          "dev.tidemark.json.",
          "dev.tidemark.library.",
          "dev.tidemark.handoff.",
          "dev.tidemark.history.",
          "dev.tidemark.security.",
          "dev.tidemark.store.",
          "dev.tidemark.stores.file.",
          "dev.tidemark.stores.journal.",
          "dev.tidemark.text.",
          "dev.tidemark.workflow.",
          "dev.tidemark.port.");

  private Frugality() {}

  /// Checks what a line has loaded: nothing that costs, nothing strange, and in a full run nothing
  /// that its start-up cache lacks.
  static void check(String line, List<String> loaded) {
    var costly = new TreeSet<String>();
    var strange = new TreeSet<String>();
    boolean starts = loaded.contains("java.lang.ProcessBuilder");
    boolean command = !line.startsWith("hook ") && !line.equals("statusline");
    for (var name : loaded) {
      boolean allowed =
          (starts && OF_A_PROCESS.contains(name)) || (command && name.startsWith(SWITCH));
      if (isCostly(name) && !allowed) {
        costly.add(name);
      }
      if (!name.startsWith("java.") && !begins(name, AT_HOME) && isOurs(name)) {
        strange.add(name);
      }
    }
    assertThat(loaded).contains("dev.tidemark.app.main.Main", "dev.tidemark.json.JsonObject");
    assertThat(costly).isEmpty();
    assertThat(strange).isEmpty();
    if (!Proofs.areFull()) {
      return;
    }
    var ours = new TreeSet<>(loaded);
    ours.removeIf(name -> !isOurs(name) || name.contains("$$Lambda"));
    ours.removeAll(Trained.classes(CommandLineHarness.split(line).getFirst()));
    assertThat(ours).as("missing in the start-up cache").isEmpty();
  }

  static boolean isCostly(String name) {
    return begins(name, COSTLY);
  }

  static boolean isOurs(String name) {
    return name.startsWith("dev.tidemark.") || name.startsWith("org.");
  }

  static boolean begins(String name, List<String> beginnings) {
    for (var beginning : beginnings) {
      if (name.startsWith(beginning)) {
        return true;
      }
    }
    return false;
  }
}
