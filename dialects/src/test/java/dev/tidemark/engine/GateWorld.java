package dev.tidemark.engine;

import dev.tidemark.checkpoint.Head;
import dev.tidemark.engine.GateShape.Kind;
import dev.tidemark.workflow.Ask;
import dev.tidemark.workflow.Blocker;
import dev.tidemark.workflow.Effect;
import dev.tidemark.workflow.Fact;
import dev.tidemark.workflow.SummaryLimit;
import dev.tidemark.workflow.WorkflowDefinition;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// The world of one state of the model: what of it is as the gates want it.
record GateWorld(
    List<GateShape> shapes, WorkflowDefinition definition, boolean[] fit, boolean[] forged)
    implements World {
  static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
  static final String COMMIT = "c".repeat(40);
  static final String REVIEWED = "a".repeat(40);
  static final String OTHER = "b".repeat(40);
  private static final String PASS = "---\nbranch: main\nstatus: PASS\n---\n";

  @Override
  public Instant now() {
    return NOW;
  }

  @Override
  public SummaryLimit limit(String dialect, String workflow) {
    return SummaryLimit.DEFAULT;
  }

  @Override
  public Optional<WorkflowDefinition> definition(String dialect, String workflow) {
    return Optional.of(definition);
  }

  @Override
  public <T> Fact<T> fetch(Ask<T> ask) {
    @SuppressWarnings("unchecked") // each question has its own type of answer
    var fact = (Fact<T>) answer(ask);
    return fact;
  }

  private Fact<?> answer(Ask<?> ask) {
    return switch (ask) {
      case Ask.HeadNow _ -> Fact.known(new Head("main", COMMIT));
      case Ask.Exists it -> Fact.known(is('a', it.path(), fit));
      case Ask.Digest it -> Fact.known(Optional.of(is('a', it.path(), fit) ? REVIEWED : OTHER));
      case Ask.Text it ->
          Fact.known(is('f', it.path(), forged) ? Optional.of(PASS) : Optional.empty());
      case Ask.ChangedFiles _ -> Fact.known(all(Kind.CLEAN) ? List.of() : List.of("x"));
      case Ask.MovedSince _ -> Fact.known(!all(Kind.HEAD));
      case Ask.TreeNow _ -> Fact.known(all(Kind.REVIEW) && all(Kind.COMMAND) ? REVIEWED : OTHER);
      default -> Fact.unknown("not modelled");
    };
  }

  private static boolean is(char letter, String path, boolean[] which) {
    return path.length() == 2 && path.charAt(0) == letter && which[path.charAt(1) - '0'];
  }

  private boolean all(Kind kind) {
    for (int i = 0; i < shapes.size(); i++) {
      if (shapes.get(i).gated() && shapes.get(i).kind() == kind && !fit[i]) {
        return false;
      }
    }
    return true;
  }

  @Override
  public List<Blocker> carryOut(Effect effect) {
    return List.of();
  }
}
