package dev.tidemark.app.hook;

import dev.tidemark.app.hook.event.Agent;
import dev.tidemark.app.hook.event.Hook;
import dev.tidemark.app.hook.event.HookTable;
import dev.tidemark.fuzz.Claims;
import dev.tidemark.fuzz.Scratch;
import dev.tidemark.fuzz.Target;
import dev.tidemark.json.JsonText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Events of every agent, answered in a project with a run: always in the agent's own words, never
/// with a failure, and no file of the project but Tidemark's own changes.
public final class HookTarget implements Target {
  private final Scratch scratch = Scratch.fresh("start implement/auth", "enter implementation");
  private final List<Hook> hooks = new ArrayList<>();

  /// Makes a project.
  public HookTarget() {
    for (var agent : Agent.values()) {
      hooks.addAll(HookTable.of(agent));
    }
  }

  @Override
  public void read(byte[] input) {
    var hook = hooks.get(Math.floorMod(Arrays.hashCode(input), hooks.size()));
    var text = Claims.text(input).replace("@CWD@", scratch.tidemark().folder().toString());
    var ran =
        scratch.tidemark().given(text).run("hook " + hook.agent().word() + " " + hook.event());
    Claims.holds(ran.exit() == 0 || ran.exit() == 2, hook + " ended with " + ran);
    Claims.holds(!ran.err().contains("bug"), hook + ": " + ran);
    if (!ran.out().isEmpty()) {
      JsonText.parse(ran.out());
    }
    scratch.isUntouched(hook.toString());
  }

  @Override
  public void close() {
    scratch.close();
  }
}
