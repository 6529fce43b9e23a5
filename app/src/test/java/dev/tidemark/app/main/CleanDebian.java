package dev.tidemark.app.main;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Debian with its essential packages and git, without Java, in the folder `system`.
final class CleanDebian {
  /// Makes the folder `system`: the essential packages of Debian, and git.
  static final String MAKE =
      """
      set -e
      sources=/etc/apt/sources.list.d/debian.sources
      [ -e $sources ] || sources=
      mmdebstrap --quiet --variant=essential --include=git bookworm system.tar $sources
      mkdir system
      tar -xf system.tar -C system --exclude='./dev/*'
      rm system.tar
      """;

  /// Installs the package, uses it, removes it and purges it.
  private static final String LIFE_OF_A_PACKAGE =
      """
      set -e
      list() {
        find / -xdev '(' -path /var/lib/dpkg -o -path /var/log ')' -prune -o -print | sort
      }
      list >/tmp/before
      dpkg --install /tmp/deb
      cd "$(mktemp -d)"
      tidemark tour
      dpkg --remove tidemark
      list | diff /tmp/before -
      dpkg --purge tidemark
      list | diff /tmp/before -
      if dpkg --status tidemark 2>/dev/null; then exit 1; fi
      echo the same files as before
      """;

  private CleanDebian() {}

  /// Returns the command that installs, uses, removes and purges a package in it.
  static List<String> lifeOf(Path deb) {
    var words = new ArrayList<>(List.of("bwrap", "--unshare-all", "--uid", "0", "--gid", "0"));
    words.addAll(List.of("--die-with-parent", "--clearenv", "--setenv", "HOME", "/root"));
    words.addAll(List.of("--setenv", "PATH", "/usr/sbin:/usr/bin:/sbin:/bin"));
    words.addAll(List.of("--bind", "system", "/", "--proc", "/proc", "--dev", "/dev"));
    words.addAll(List.of("--tmpfs", "/root", "--tmpfs", "/tmp"));
    words.addAll(List.of("--ro-bind", deb.toString(), "/tmp/deb"));
    words.addAll(List.of("sh", "-c", LIFE_OF_A_PACKAGE));
    return words;
  }
}
