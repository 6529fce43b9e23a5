package dev.tidemark.library;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.stores.file.io.DiskIo;
import dev.tidemark.stores.file.path.StateFolder;
import dev.tidemark.testkit.ScratchRepository;
import dev.tidemark.workflow.FactQuery;
import dev.tidemark.workflow.change.Effect;
import dev.tidemark.workflow.fact.Fact;
import dev.tidemark.workflow.fact.FileFact;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Files that rules ask for and make, in the state folder of a linked work tree.
class WorkspaceTest {
  private static final String COPY = ".tidemark/set-aside/a.md";

  @TempDir private Path temp;
  private Path tree;
  private Path state;
  private Workspace workspace;

  @BeforeEach
  void begin() throws IOException {
    var git = ScratchRepository.in(temp);
    git.write("file", "text").commit("first");
    tree = git.root().resolveSibling("tree");
    git.git("worktree", "add", "-q", tree.toString());
    StateFolder.of(tree).prepare();
    state = git.root().resolve(".git/tidemark/worktrees/tree");
    workspace = new Workspace(tree, new DiskIo(), StateFolder.of(tree));
  }

  @SuppressWarnings("unchecked") // each kind answers with its own type
  private Object answer(FactQuery<?> factQuery) {
    return ((Fact<Object>) workspace.fetch(factQuery)).orElse("unknown");
  }

  @Test
  void paths_of_the_state_lead_to_the_state_folder() {
    assertThat(workspace.carryOut(new Effect.PutFile(COPY, "text"))).isEmpty();

    assertThat(state.resolve("set-aside/a.md")).hasContent("text");
    assertThat(tree.resolve(".tidemark")).doesNotExist();
    assertThat(answer(FactQuery.fileText(COPY))).isEqualTo(Optional.of("text"));
    assertThat(answer(FactQuery.files(".tidemark/set-aside")))
        .asInstanceOf(InstanceOfAssertFactories.list(FileFact.class))
        .extracting(FileFact::path)
        .containsExactly(COPY);
    assertThat(answer(FactQuery.location(COPY)))
        .isEqualTo(state.resolve("set-aside/a.md").toString());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        ".tidemark/set-aside/../../../../HEAD",
        ".tidemark/set-aside/../../main/FORMAT",
        ".tidemark/set-aside/link/HEAD"
      })
  void no_path_of_the_state_leads_out_of_its_folder(String path) throws IOException {
    var aside = Files.createDirectory(state.resolve("set-aside"));
    Files.createSymbolicLink(aside.resolve("link"), state.resolve("../../.."));

    assertThat(workspace.fetch(FactQuery.exists(path)).isKnown()).isFalse();
    assertThat(workspace.carryOut(new Effect.PutFile(path + ".new", "x"))).isNotEqualTo(List.of());
    assertThat(state.resolve("../../../HEAD.new")).doesNotExist();
  }
}
