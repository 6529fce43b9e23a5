package dev.tidemark.app.command;

import static dev.tidemark.app.cli.spec.CommandEffect.READS;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidemark.app.cli.ArgumentParser;
import dev.tidemark.app.cli.completion.Completer;
import dev.tidemark.app.cli.completion.Completion;
import dev.tidemark.app.cli.spec.Argument;
import dev.tidemark.app.cli.spec.CommandGroup;
import dev.tidemark.app.cli.spec.CommandSpec;
import dev.tidemark.app.cli.spec.CommandTable;
import dev.tidemark.app.cli.spec.Example;
import dev.tidemark.app.cli.spec.ExitCode;
import dev.tidemark.app.cli.spec.ParsedCommand;
import dev.tidemark.app.cli.spec.ValueKind;
import dev.tidemark.app.command.session.RunListing;
import dev.tidemark.app.command.session.Session;
import dev.tidemark.engine.run.RunSelection.Selected;
import dev.tidemark.json.JsonObject;
import dev.tidemark.library.Project;
import dev.tidemark.text.PlainText;
import dev.tidemark.workflow.WorkflowDefinition;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;

/// `completion`: the completion script of a shell, and the answers to its questions.
public final class CompletionCommand {
  private final Session session;
  private final CommandTable table;

  /// @param table the verbs to complete
  public CompletionCommand(Session session, CommandTable table) {
    this.session = session;
    this.table = table;
  }

  public static CommandSpec spec() {
    return new CommandSpec(
            "completion",
            CommandGroup.SETUP,
            READS,
            "print the completion script for a shell",
            List.of(
                Argument.required(
                    "SHELL", ValueKind.oneOf("bash", "zsh", "fish"), "bash, zsh or fish"),
                Argument.rest(
                    "WORD",
                    ValueKind.TEXT,
                    "the words of a line: list what completes the last one, as the script asks")),
            List.of(),
            List.of(
                new Example(
                    "tidemark completion bash >"
                        + " ~/.local/share/bash-completion/completions/tidemark",
                    "for bash"),
                new Example(
                    "tidemark completion fish > ~/.config/fish/completions/tidemark.fish",
                    "for fish"),
                new Example("tidemark completion bash -- done ''", "phases that can be done")))
        .byServer();
  }

  /// Prints the script, or the answer for a line.
  public ExitCode complete() {
    var shell = session.call().required("SHELL");
    var line = session.call().arguments();
    boolean asked = line.size() > 1;
    var printed = asked ? answer(line.subList(1, line.size())) : List.of(Completion.script(shell));
    if (session.screen().look().json()) {
      var json = JsonObject.builder().add("shell", shell);
      session
          .screen()
          .json(
              (asked ? json.add("words", printed) : json.add("script", printed.getFirst()))
                  .build());
      return ExitCode.SUCCESS;
    }
    var end = asked && !printed.isEmpty() ? "\n" : "";
    session.screen().raw((String.join("\n", printed) + end).getBytes(UTF_8));
    return ExitCode.SUCCESS;
  }

  /// Returns a line for each word, as [Completion] describes it.
  private List<String> answer(List<String> line) {
    var completer = new Completer(table.shown(), line);
    var listed = completer.listed();
    var lines = new ArrayList<String>();
    if (listed != null) {
      switch (listed.kind()) {
        case FILES -> lines.add(Completion.FILES);
        case FOLDERS -> lines.add(Completion.FOLDERS);
        default -> addNames(completer, listed);
      }
    }
    completer
        .words()
        .forEach(
            (word, meaning) ->
                lines.add(PlainText.line(word) + (meaning.isEmpty() ? "" : "\t" + meaning)));
    return lines;
  }

  /// Adds the names of runs, of workflows, or of the phases or gates of the run of a line.
  private void addNames(Completer completer, ValueKind listed) {
    var words = new ArrayList<>(List.of("list"));
    completer.given().forEach((name, value) -> words.add("--" + name + "=" + value));
    if (!(ArgumentParser.parse(table, words.toArray(new String[0]))
        instanceof ParsedCommand call)) {
      return;
    }
    var asked = new Session(call, session.screen(), session.place());
    var project = asked.project();
    if (listed.kind() == ValueKind.Kind.RUNS) {
      addRuns(completer, project);
    } else if (listed.words().contains("workflows")) {
      for (var workflow : project.runs().workflows()) {
        boolean usual = workflow.dialect().equals(asked.usualDialect());
        completer.add((usual ? "" : workflow.dialect() + "/") + workflow.name());
      }
    } else if (asked.select() instanceof Selected one) {
      if (listed.kind() == ValueKind.Kind.PHASES) {
        one.read(project.runs()).phases().forEach(phase -> completer.add(phase.name().value()));
      } else {
        var workflow = project.workflows().find(one.id().dialect(), one.id().workflow());
        for (var phase : workflow.map(WorkflowDefinition::phases).orElse(List.of())) {
          phase.gates().forEach(gate -> completer.add(gate.name()));
        }
      }
    }
  }

  /// Adds the short names of the runs, where they are unambiguous; their full names if none of
  /// these goes on with what was typed. Unreadable runs are left out.
  private static void addRuns(Completer completer, Project project) {
    var names = new LinkedHashMap<String, String>();
    var found = new HashSet<String>();
    var ambiguous = new HashSet<String>();
    for (var row : RunListing.of(project, false, new ArrayList<>()).rows()) {
      var id = row.glance().id();
      var brief = id.toString().substring(id.dialect().length() + 1);
      names.put(id.toString(), brief);
      if (!found.add(brief)) {
        ambiguous.add(brief);
      }
    }
    names.forEach((full, brief) -> completer.add(ambiguous.contains(brief) ? full : brief));
    if (completer.words().isEmpty()) {
      names.keySet().forEach(completer::add);
    }
  }
}
