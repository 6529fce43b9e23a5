# Sourced by build/release: the package for Debian and Ubuntu, without debhelper.

# Writes stdin, compressed without name and time.
compressed() {
  gzip -9 -n >"$1"
}

make_deb() {
  tree=$work/deb
  app=$tree/usr/lib/tidemark
  doc=$tree/usr/share/doc/tidemark
  man=$tree/usr/share/man/man1
  mkdir -p "$doc" "$man" "$tree/usr/bin" "$tree/usr/share/lintian/overrides" "$tree/DEBIAN"
  unpack "$app"
  ln -s ../lib/tidemark/bin/tidemark "$tree/usr/bin/tidemark"
  for page in "$app"/share/man/man1/*.1; do
    compressed "$man/${page##*/}.gz" <"$page"
  done
  mkdir -p "$doc/examples"
  sed 's,/opt/tidemark/bin/tidemark,/usr/bin/tidemark,' "$app/share/systemd/tidemark.service" \
    >"$doc/examples/tidemark.service"
  mv "$app/README.md" "$app/NOTICE" "$app/sbom.json" "$doc"
  compressed "$doc/messages.md.gz" <"$app/share/doc/messages.md"
  rm -rf "$app/share" "$app/LICENSE"
  shells=$tree/usr/share
  for shell in bash-completion/completions/tidemark zsh/vendor-completions/_tidemark \
    fish/vendor_completions.d/tidemark.fish; do
    mkdir -p "$shells/${shell%/*}"
    name=${shell%%/*}
    TIDEMARK_NO_AOT=1 "$dist/bin/tidemark.sh" completion "${name%-completion}" >"$shells/$shell"
  done
  cp "$root/build/package/lintian-overrides" "$shells/lintian/overrides/tidemark"

  {
    echo 'Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/'
    echo 'Upstream-Name: Tidemark'
    if [ -n "$repository" ]; then echo "Source: $repository"; fi
    cat <<END

Files: *
Copyright: $(date -u -d "@$SOURCE_DATE_EPOCH" +%Y) the Tidemark authors
License: Apache-2.0
Comment: The software of others in the package, and its licenses, are in
 /usr/share/doc/tidemark/NOTICE, and those of the Java runtime in
 /usr/lib/tidemark/runtime/legal.

License: Apache-2.0
 On Debian systems the text of the Apache License, Version 2.0, is in
 /usr/share/common-licenses/Apache-2.0.
END
  } >"$doc/copyright"
  cat <<END | compressed "$doc/changelog.gz"
tidemark ($version) unstable; urgency=medium

  * Version $version. What has changed is in CHANGELOG.md.gz.

 -- $maintainer  $(date -u -R -d "@$SOURCE_DATE_EPOCH")
END
  compressed "$doc/CHANGELOG.md.gz" <CHANGELOG.md

  cat >"$tree/DEBIAN/control" <<END
Package: tidemark
Version: $version
Architecture: $debian
Maintainer: $maintainer
Installed-Size: $(du -sk --apparent-size "$tree/usr" | cut -f 1)
Depends: libc6 (>= 2.17)
Recommends: git
Suggests: bubblewrap, openssh-client
Section: devel
Priority: optional
END
  if [ -n "$repository" ]; then echo "Homepage: $repository" >>"$tree/DEBIAN/control"; fi
  cat >>"$tree/DEBIAN/control" <<END
Description: durable progress for AI-agent workflows
 Tidemark saves the progress of each workflow of a coding agent in the
 project, crash-safe, and gives the next session a verified brief: the
 goal, the phases that are done and in progress, decisions, changed files,
 failed attempts and the next action.
 .
 The package has a Java runtime of its own.
END
  (cd "$tree" && find usr -type f -exec md5sum {} + | LC_ALL=C sort -k 2 >DEBIAN/md5sums)
  chmod -R u=rwX,go=rX "$tree"
  dpkg-deb --root-owner-group -Zxz -z1 --threads-max=1 --build "$tree" \
    "$out/tidemark_${version}_$debian.deb" >/dev/null
}
