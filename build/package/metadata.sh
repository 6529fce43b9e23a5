# Sourced by build/release: what package managers read that download a release file.

digest() {
  sha256sum "$out/$1" | cut -d ' ' -f 1
}

# The libraries of others, as JBang names them: from the list of parts.
libraries() {
  sed -n 's,.*"purl" : "pkg:maven/\([^/]*\)/\([^@]*\)@\([^?]*\)?type=jar".*,"\1:\2:\3",p' \
    "$dist/sbom.json" | grep -v '"dev.tidemark:' | sort -u
}

# Needs the address of the repository, where the files will be.
make_metadata() {
  downloads=$repository/releases/download/v$version
  archive=tidemark-$version-linux-$cpu.tar.gz
  portable=tidemark-$version.zip
  mkdir "$out/metadata"
  cat >"$out/metadata/tidemark.rb" <<END
class Tidemark < Formula
  desc "Durable progress for AI-agent workflows"
  homepage "$repository"
  url "$downloads/$archive"
  sha256 "$(digest "$archive")"
  license "Apache-2.0"

  depends_on arch: :x86_64
  depends_on :linux

  def install
    man1.install Dir["share/man/man1/*.1"]
    libexec.install Dir["*"]
    bin.install_symlink libexec/"bin/tidemark"
    generate_completions_from_executable(libexec/"bin/tidemark", "completion")
  end

  test do
    assert_match "tidemark #{version}", shell_output("#{bin}/tidemark --version")
  end
end
END
  {
    printf '{\n  "aliases": {\n    "tidemark": {\n'
    printf '      "script-ref": "%s",\n' "$downloads/tidemark-$version.jar"
    printf '      "description": "Durable progress for AI-agent workflows",\n'
    printf '      "dependencies": [\n        %s\n      ],\n' "$(libraries | sed '$!s/$/,/; 2,$s/^/        /')"
    printf '      "java": "25+",\n      "main": "dev.tidemark.app.main.Main"\n    }\n  }\n}\n'
  } >"$out/metadata/jbang-catalog.json"
  # The body of POST https://state.sdkman.io/versions.
  cat >"$out/metadata/sdkman-version.json" <<END
{
  "candidate": "tidemark",
  "version": "$version",
  "platform": "UNIVERSAL",
  "url": "$downloads/$portable",
  "visible": true,
  "sha256sum": "$(digest "$portable")"
}
END
}

make_central() {
  for adapter in "$source"/adapters/*/pom.xml; do
    ls "$(dirname -- "$adapter")"/target/tidemark-*.jar >/dev/null 2>&1 \
      || fail "the adapters have not been built" "mvn package -DskipTests"
  done
  bundle=$out/tidemark-$version-maven-central.zip
  "$java" "$root/build/CentralBundle.java" "$bundle" "$source" "$version" "$stamp" "$repository" \
    "$maintainer" "$gpg"
  "$java" "$root/build/CentralBundle.java" verify "$bundle" \
    || fail "Maven Central would refuse the bundle for the reasons above"
}
