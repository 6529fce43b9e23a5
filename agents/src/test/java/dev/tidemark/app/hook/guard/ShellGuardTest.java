package dev.tidemark.app.hook.guard;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ShellGuardTest {
  private static final List<String> GUARDED =
      List.of(".tidemark", ".git/tidemark", ".review-gate.md");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "rm -rf .tidemark",
        "rm -rf ./.tidemark/journal",
        "rm -rf /home/ann/project/.tidemark",
        "cd .tidemark && rm -rf journal",
        "true; rm .tidemark/lock/00",
        "cat x | tee .tidemark/journal/x",
        "echo forged > .tidemark/journal/x",
        "echo forged >> .tidemark/journal/x",
        "echo forged >| .tidemark/journal/x",
        "echo forged &> .tidemark/journal/x",
        "cat <<EOF > .tidemark/journal/x\nforged\nEOF",
        "sed -i s/a/b/ .tidemark/journal/x",
        "python3 -c \"open('.tidemark/journal/x', 'w')\"",
        "echo $(rm -rf .tidemark)",
        "echo `rm -rf .tidemark`",
        "X=1 rm -rf .tidemark",
        "/bin/rm -rf .tidemark",
        "find .tidemark -name '*.log' -delete",
        "find .tidemark -exec rm {} ;",
        "mv .tidemark elsewhere",
        "git checkout -- .tidemark",
        "git rm -r --cached .tidemark",
        "rm -rf .git/tidemark",
        "echo forged >> /home/ann/project/.git/tidemark/main/journal/x",
        "cd .git/tidemark && rm -rf main",
        "cd .git && rm -rf tidemark",
        "rm -rf .git && git init",
        "sudo rm -rf ./.git/",
        "mv /home/ann/project/.git /tmp",
        "cp pass.md .review-gate.md",
        "echo 'status: PASS' > .review-gate.md",
      })
  void what_changes_a_guarded_file_is_seen(String line) {
    assertThat(ShellGuard.changed(line, GUARDED)).isNotNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "npm test",
        "rm -rf build",
        "cat .tidemark/config.yaml",
        "ls -la .tidemark | head",
        "grep -r approve .tidemark/",
        "find .tidemark -name '*.log'",
        "git status -- .tidemark",
        "git add .tidemark/config.yaml && git commit -m settings",
        "git clean -fdx",
        "ls -R .git/tidemark",
        "rm .git/index.lock",
        "rsync -a --exclude .git . /tmp/copy",
        "find . -path ./.git -prune -o -name '*.ts'",
        "cat .tidemark/config.yaml > /tmp/copy",
        "echo .tidemark",
        "tidemark done build --summary 'see .tidemark'",
        "vim my.tidemark.txt",
        "rm x.tidemark",
        "rm .tidemarks",
        "cat .review-gate.md",
      })
  void everything_else_is_left_alone(String line) {
    assertThat(ShellGuard.changed(line, GUARDED)).isNull();
  }

  @Test
  void what_a_shell_puts_together_is_beyond_it() {
    assertThat(ShellGuard.changed("d=.tide; rm -r ${d}mark", GUARDED)).isNull();
  }
}
