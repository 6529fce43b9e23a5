package dev.tidemark.app.main;

import dev.tidemark.app.cli.help.ProgramVersion;
import dev.tidemark.app.cli.spec.ParsedCommand;
import dev.tidemark.app.command.session.InputException;
import dev.tidemark.app.command.session.ProcessContext;
import dev.tidemark.app.command.session.RunListing;
import dev.tidemark.app.command.session.Session;
import dev.tidemark.app.http.exchange.AuthenticatedUser;
import dev.tidemark.app.http.exchange.CommandGateway;
import dev.tidemark.app.http.exchange.ServerLog;
import dev.tidemark.app.main.project.ProjectFactory;
import dev.tidemark.app.settings.ActorDetection;
import dev.tidemark.app.settings.SettingsException;
import dev.tidemark.app.view.CommandRequest;
import dev.tidemark.app.view.CommandResult;
import dev.tidemark.handoff.Staleness;
import dev.tidemark.library.Project;
import dev.tidemark.store.StoreException;
import dev.tidemark.workflow.policy.ApprovalEvidence;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Command gateway of one project of a server: executes the verbs of this command line without
/// terminal and standard input, with settings and caches of that project. Safe for use by many
/// threads.
final class ProjectGateway implements CommandGateway {
  private final String name;
  private final Path root;
  private final ProcessContext place;
  private final ServerLog serverLog;
  private final boolean allowNetwork;
  private volatile @Nullable Project watched;

  /// @param name its name in addresses; empty for the only one
  /// @param place the context of the server
  /// @param allowNetwork whether its files may be on a network file system
  ProjectGateway(
      String name, Path root, ProcessContext place, ServerLog serverLog, boolean allowNetwork) {
    this.name = name;
    this.root = root;
    this.place = place.opening(ProjectFactory.lasting(place.opener()));
    this.serverLog = serverLog;
    this.allowNetwork = allowNetwork;
  }

  /// Returns its name in addresses; empty for the only one.
  String name() {
    return name;
  }

  /// Returns the context of its commands.
  ProcessContext place() {
    return place;
  }

  /// Returns the name of the user who started the server, as the settings of the project have it.
  String starter() {
    String said = null;
    try {
      said = opened().settings().actor();
    } catch (StoreException | SettingsException | InputException unreadable) {
      // Each request tells what is wrong.
    }
    return ActorDetection.recognise(place.environment(), said).name();
  }

  @Override
  public CommandResult run(
      AuthenticatedUser authenticatedUser, boolean approves, CommandRequest request) {
    var environment = place.environment();
    var there =
        new ProcessContext(
            root,
            authenticatedUser.loggedIn()
                ? ActorDetection.person(environment, authenticatedUser.name())
                : ActorDetection.agent(environment, authenticatedUser.name()),
            InputStream.nullInputStream(),
            place.opener(),
            place.program());
    if (approves) {
      there = there.consenting(ApprovalEvidence.LOGIN);
    }
    return CommandLine.run(withServerRoot(request), there);
  }

  @Override
  public boolean reads(CommandRequest request) {
    return request.isDry()
        || !(CommandRegistry.bind(request) instanceof ParsedCommand call)
        || !call.effect().writes();
  }

  /// Variables do not change the project that the server was started for.
  private CommandRequest withServerRoot(CommandRequest request) {
    var here = request.option("root", root.toString());
    return allowNetwork ? here.flag("allow-network-fs") : here;
  }

  private Session.Opened opened() {
    var request = withServerRoot(CommandRequest.text("list").flag("all"));
    return place.opener().open((ParsedCommand) CommandRegistry.bind(request), place);
  }

  @Override
  public @Nullable List<RunSnapshot> snapshots() {
    try {
      var project = opened().project();
      var head = project.head();
      var snapshots = new ArrayList<RunSnapshot>();
      for (var row : RunListing.of(project, true).rows()) {
        var staleness = Staleness.of(row.glance().commit(), head);
        snapshots.add(new RunSnapshot(row, staleness.kind() == Staleness.Kind.MOVED));
      }
      return snapshots;
    } catch (StoreException | SettingsException | InputException away) {
      return null;
    }
  }

  @Override
  public Path root() {
    return root;
  }

  @Override
  public String changeToken() {
    try {
      var project = watched;
      if (project == null) {
        project = opened().project();
        watched = project;
      }
      return project.changeToken();
    } catch (StoreException | SettingsException | InputException away) {
      return "";
    }
  }

  @Override
  public String release() {
    return ProgramVersion.VERSION;
  }

  @Override
  public ServerLog log() {
    return serverLog;
  }
}
