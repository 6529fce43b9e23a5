package dev.tidemark.app.command;

import static dev.tidemark.app.cli.spec.CommandEffect.READS;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidemark.app.cli.spec.Argument;
import dev.tidemark.app.cli.spec.CommandGroup;
import dev.tidemark.app.cli.spec.CommandSpec;
import dev.tidemark.app.cli.spec.Example;
import dev.tidemark.app.cli.spec.ExitCode;
import dev.tidemark.app.cli.spec.ValueKind;
import dev.tidemark.app.command.session.Session;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/// The verb `schema`: prints the JSON schemas of the files and messages that people and other
/// programs write. They are the files in docs/schema.
public final class SchemaCommand {
  /// A name, and its file in the jar.
  private record Schema(String name, String file) {
    String text() throws IOException {
      try (var resource =
          SchemaCommand.class.getResourceAsStream("schema/" + file + ".schema.json")) {
        return new String(Objects.requireNonNull(resource, file).readAllBytes(), UTF_8);
      }
    }

    JsonObject json() throws IOException {
      return (JsonObject) JsonText.parse(text());
    }
  }

  private static final List<Schema> SCHEMAS =
      List.of(
          new Schema("request", "handoff-request-1"),
          new Schema("response", "handoff-response-1"),
          new Schema("workflow", "workflow-1"),
          new Schema("checkpoint", "checkpoint-state-1"));

  private final Session session;

  /// Takes the session to act in.
  public SchemaCommand(Session session) {
    this.session = session;
  }

  /// Specification of `schema`.
  public static CommandSpec spec() {
    return new CommandSpec(
            "schema",
            CommandGroup.HANDOFF,
            READS,
            "print the JSON schema of a hand-off, workflow or checkpoint",
            List.of(
                Argument.optional(
                    "NAME",
                    ValueKind.oneOf("request", "response", "workflow", "checkpoint"),
                    "the schema; default: a list of all")),
            List.of(),
            List.of(
                new Example("tidemark schema", "all schemas"),
                new Example("tidemark schema workflow > workflow.schema.json", "for an editor")))
        .byServer();
  }

  /// Prints a schema, or the list of all.
  ///
  /// @throws IOException if the program itself is damaged
  public ExitCode schema() throws IOException {
    var name = session.call().argument("NAME");
    var lines = new ArrayList<String>();
    var all = new ArrayList<JsonObject>();
    for (var schema : SCHEMAS) {
      var json = schema.json();
      if (schema.name().equals(name)) {
        session.show(
            JsonObject.builder().add("name", schema.name()).add("schema", json).build(), List.of());
        session.screen().raw(schema.text().getBytes(UTF_8));
        return ExitCode.SUCCESS;
      }
      var title = json.string("title");
      lines.add(schema.name() + "  " + title);
      all.add(
          JsonObject.builder()
              .add("name", schema.name())
              .addOrNull("title", title)
              .addOrNull("id", json.string("$id"))
              .build());
    }
    session.show(JsonObject.builder().add("schemas", JsonArray.of(all)).build(), lines);
    return ExitCode.SUCCESS;
  }
}
