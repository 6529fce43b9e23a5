# Sourced by build/release: provenance, checksums, and the signatures of both.

# The checksums of the files that there are, by path.
sums() (
  cd "$out"
  find . -type f -printf '%P\n' | sort | tr '\n' '\0' | xargs -0 sha256sum --
)

make_signatures() {
  sums >"$work/sums"
  if [ -n "$snapshot" ]; then mode=snapshot; else mode=release; fi
  "$java" -cp "$dist/lib/tidemark-$version.jar" "$root/build/Provenance.java" \
    "$out/tidemark-$version.provenance.json" "$work/sums" "$key" \
    "$version" "$(git rev-parse HEAD)" "$repository" "$mode" "$SOURCE_DATE_EPOCH" \
    "$("$java" --version | head -n 1)" "$(cc --version | head -n 1)" "npm $(npm --version)" \
    "$(dpkg-deb --version | head -n 1)"
  sums >"$work/sums"
  mv "$work/sums" "$out/SHA256SUMS"
  if [ -n "$key" ]; then ssh-keygen -q -Y sign -n file -f "$key" "$out/SHA256SUMS"; fi
  if [ -n "$minisign" ]; then
    minisign -S -s "$minisign" -m "$out/SHA256SUMS" -t "Tidemark $version" >&2
  fi
  if [ -z "$key$minisign" ]; then echo 'release: without --key and --minisign nothing is signed' >&2; fi
}
