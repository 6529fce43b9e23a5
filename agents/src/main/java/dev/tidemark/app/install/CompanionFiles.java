package dev.tidemark.app.install;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidemark.app.command.session.InputException;
import dev.tidemark.app.hook.event.Agent;
import dev.tidemark.app.install.edit.FileEdit;
import dev.tidemark.app.install.edit.HookFile;
import dev.tidemark.app.install.edit.JsoncText;
import dev.tidemark.app.install.edit.McpEntry;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonSplice;
import dev.tidemark.stores.file.path.StateFolder;
import dev.tidemark.text.BoundedFile;
import dev.tidemark.text.MarkedBlock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Auxiliary installation files beside the one with the hooks: the MCP server entry where it has a
/// file of its own, the skill, and the block in the agent's instructions.
///
/// @param target the file that holds the hooks
/// @param root the project, or the user's home folder
/// @param program the words that start this program
/// @param installRecord what the files held before
record CompanionFiles(
    HookFile target, Path root, List<String> program, InstallRecord installRecord) {
  private static final String NAME = "tidemark";
  private static final String SKILL = "tidemark-takeover";
  private static final String OURS = "name: " + SKILL;
  private static final String WRITABLE = "sandbox_workspace_write";

  /// The table of our server in the settings of Codex.
  static final String SERVER = "[mcp_servers." + NAME + "]";

  /// The table of the folders that a sandboxed Codex may write.
  private static final String SANDBOX = "[" + WRITABLE + "]";

  CompanionFiles {
    program = List.copyOf(program);
  }

  /// Edit of one file.
  record Edit(InstallPart part, FileEdit file) {}

  /// Returns the edits that put the parts in, or take them out.
  ///
  /// @throws IOException if a file cannot be read
  /// @throws InputException if a file is invalid; it is left unchanged
  List<Edit> edits(boolean in, Set<InstallPart> parts) throws IOException {
    var edits = new ArrayList<Edit>();
    if (target.agent() == Agent.CODEX && parts.contains(InstallPart.SANDBOX)) {
      var part = parts.contains(InstallPart.MCP) ? InstallPart.MCP : InstallPart.SANDBOX;
      add(edits, part, toml(in, parts));
    } else if (parts.contains(InstallPart.MCP)) {
      add(edits, InstallPart.MCP, server(in));
    }
    if (parts.contains(InstallPart.SKILL)) {
      add(edits, InstallPart.SKILL, skill(in));
    }
    if (parts.contains(InstallPart.HOOKS)) {
      add(edits, InstallPart.HOOKS, workTreeFiles(in));
    }
    // User-wide settings are left to the user.
    if (parts.contains(InstallPart.INSTRUCTIONS) && !target.user()) {
      add(edits, InstallPart.INSTRUCTIONS, instructions(in));
    }
    return edits;
  }

  private static void add(List<Edit> edits, InstallPart installPart, @Nullable FileEdit edit) {
    if (edit != null) {
      edits.add(new Edit(installPart, edit));
    }
  }

  private @Nullable FileEdit server(boolean in) throws IOException {
    return switch (target.agent()) {
      // Claude Code keeps the servers of a user in a file that it writes all the time.
      case CLAUDE_CODE -> target.user() ? null : json(serverFile(target, root), in);
      case CODEX -> toml(in, EnumSet.of(InstallPart.MCP));
      case CURSOR -> json(serverFile(target, root), in);
      case OPENCODE -> json(openCode(), in);
      case GEMINI, QWEN -> null; // in the file that holds the hooks
    };
  }

  /// Returns the file of a project that names the servers of its agent.
  static Path serverFile(HookFile target, Path root) {
    return switch (target.agent()) {
      case CLAUDE_CODE -> root.resolve(".mcp.json");
      case CODEX -> target.file().resolveSibling("config.toml");
      case CURSOR -> target.file().resolveSibling("mcp.json");
      case OPENCODE -> root.resolve("opencode.json");
      case GEMINI, QWEN -> target.file();
    };
  }

  private Path openCode() {
    var plugins = target.file().getParent();
    var folder = plugins == null ? root : plugins.getParent();
    return target.user() && folder != null
        ? folder.resolve("opencode.json")
        : serverFile(target, root);
  }

  private FileEdit json(Path named, boolean in) throws IOException {
    var file = realPath(named);
    var before = text(file);
    var jsoncText = JsoncText.of(before == null ? "" : before);
    var settings = InstallPlan.settings(file, jsoncText.json());
    var changed = McpEntry.of(target.agent(), program).edit(settings, in);
    if (changed.equals(settings)) {
      return new FileEdit(file, before, before);
    }
    var after = jsoncText.restored(JsonSplice.apply(jsoncText.json(), changed));
    if (!in && changed.size() == 0) {
      return new FileEdit(file, before, installRecord.rest(file, after));
    }
    return new FileEdit(file, before, before == null ? after + "\n" : after);
  }

  /// Edits the block in the settings of Codex. Tables of other parts stay in it, and tables that
  /// the user wrote stay as they are.
  private FileEdit toml(boolean in, Set<InstallPart> parts) throws IOException {
    var file = realPath(target.file().resolveSibling("config.toml"));
    var before = text(file);
    var text = before == null ? "" : before;
    var others = without(text);
    boolean server = parts.contains(InstallPart.MCP) ? in : hasTable(text, SERVER);
    boolean sandbox = parts.contains(InstallPart.SANDBOX) ? in : hasTable(text, SANDBOX);
    var content =
        (server && !others.contains(SERVER) ? serverTable() : "")
            + (sandbox ? sandboxTable(file, others) : "");
    return content.isEmpty()
        ? without(file, before, MarkedBlock.TOML)
        : new FileEdit(file, before, MarkedBlock.TOML.with(before, content));
  }

  private String serverTable() {
    var words = new ArrayList<>(program.subList(1, program.size()));
    words.add("mcp");
    return SERVER
        + "\ncommand = "
        + JsonArray.ofStrings(List.of(program.getFirst())).get(0)
        + "\nargs = "
        + JsonArray.ofStrings(words)
        + "\n";
  }

  /// Returns the table that lets Codex write the state of all work trees of the repository; outside
  /// git, where it is in the project, there is none.
  private String sandboxTable(Path file, String others) {
    if (target.user()) {
      throw new InputException(
          "the state folder is that of one project", "Leave out --user: tidemark install codex");
    }
    var location = StateFolder.of(root).location();
    if (!location.isInGit()) {
      return "";
    }
    var roots = JsonArray.ofStrings(List.of(location.inRepository().toString()));
    if (others.contains(WRITABLE)) {
      throw new InputException(
          file + " has " + WRITABLE + " already, and was left as it is",
          "Add to its writable_roots: " + roots.get(0));
    }
    return SANDBOX + "\nwritable_roots = " + roots + "\n";
  }

  /// Makes the state folder: a sandbox gives access to folders that exist.
  void prepareState() throws IOException {
    var stateFolder = StateFolder.of(root);
    if (target.agent() == Agent.CODEX && stateFolder.location().isInGit()) {
      stateFolder.prepare();
    }
  }

  /// Returns whether our block in the settings of Codex has a table.
  static boolean hasTable(String text, String table) {
    return text.contains(table) && !without(text).contains(table);
  }

  private static String without(String text) {
    var others = MarkedBlock.TOML.textWithoutBlock(text);
    return others == null ? "" : others;
  }

  private @Nullable FileEdit skill(boolean in) throws IOException {
    if (target.agent() != Agent.CLAUDE_CODE) {
      return null;
    }
    var folder = target.file().resolveSibling("skills").resolve(SKILL);
    var file = realPath(folder.resolve("SKILL.md"));
    var before = text(file);
    if (before != null && !before.contains(OURS)) {
      throw new InputException(
          file + " is not a file of Tidemark, and was left as it is", "Move it away.");
    }
    var after =
        in ? resource("skill.md").replace("@PROGRAM@", LauncherCommand.line(program)) : null;
    return new FileEdit(file, before, after);
  }

  private FileEdit instructions(boolean in) throws IOException {
    var file = realPath(root.resolve(instructions(target.agent())));
    var before = text(file);
    return in
        ? new FileEdit(file, before, MarkedBlock.MARKDOWN.with(before, resource("instructions.md")))
        : without(file, before, MarkedBlock.MARKDOWN);
  }

  /// Returns the edit that takes our block out of a file.
  private FileEdit without(Path file, @Nullable String before, MarkedBlock block)
      throws IOException {
    var left = before == null ? null : block.textWithoutBlock(before);
    return new FileEdit(
        file, before, before != null && left == null ? installRecord.rest(file, "") : left);
  }

  /// Returns the edit of the file that tells Claude Code which untracked files a work tree of an
  /// agent gets: those that it reads our hooks and our server from. Null for other agents.
  private @Nullable FileEdit workTreeFiles(boolean in) throws IOException {
    if (target.agent() != Agent.CLAUDE_CODE || target.user() || !isInGit()) {
      return null;
    }
    var file = realPath(root.resolve(".worktreeinclude"));
    var before = text(file);
    var files = ".claude/settings.local.json\n.mcp.json\n";
    return in
        ? new FileEdit(file, before, MarkedBlock.TOML.with(before, files))
        : without(file, before, MarkedBlock.TOML);
  }

  private boolean isInGit() {
    return StateFolder.of(root).location().isInGit();
  }

  /// Returns the file of instructions that an agent reads in a project.
  static String instructions(Agent agent) {
    return switch (agent) {
      case CLAUDE_CODE -> "CLAUDE.md";
      case GEMINI -> "GEMINI.md";
      case QWEN -> "QWEN.md";
      case CODEX, CURSOR, OPENCODE -> "AGENTS.md";
    };
  }

  private static Path realPath(Path file) throws IOException {
    return Files.exists(file) ? file.toRealPath() : file;
  }

  private static @Nullable String text(Path file) throws IOException {
    return Files.exists(file) ? BoundedFile.text(file) : null;
  }

  static String resource(String name) throws IOException {
    try (var resource = CompanionFiles.class.getResourceAsStream(name)) {
      if (resource == null) {
        throw new IOException("the distribution holds no " + name);
      }
      return new String(resource.readAllBytes(), UTF_8);
    }
  }
}
