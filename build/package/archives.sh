# Sourced by build/release: the archives, and what every package is made of.

# The archives of app/target/tidemark, its one jar of ours, and the list of its parts.
make_archives() {
  "$java" "$root/build/Dist.java" "$source" archives
  for archive in "tidemark-$version-linux-$cpu.tar.gz" "tidemark-$version.zip"; do
    cp "app/target/$archive" "$out/$archive"
  done
  cp "$dist/lib/tidemark-$version.jar" "$out"
  cp "$dist/sbom.json" "$out/tidemark-$version.sbom.json"
}

# The Javadoc site of the library.
make_javadoc() {
  "$source/build/javadoc" "$work/site/tidemark-$version-javadoc"
  tar -C "$work/site" --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner \
    -cf - "tidemark-$version-javadoc" | gzip -9n >"$out/tidemark-$version-javadoc.tar.gz"
}

# Unpacks the archive of this platform as the folder $1; links to files become files.
unpack() {
  mkdir -p "$1"
  tar -xzf "$out/tidemark-$version-linux-$cpu.tar.gz" --strip-components=1 -C "$1"
  find "$1" -type l | while read -r link; do
    cp "$(realpath "$link")" "$link.file"
    mv "$link.file" "$link"
  done
  rm "$1/bin/tidemark.cmd"
}
