# Sourced by build/release: the npm package, for `npm install --global` and `npx`.

make_npm() {
  package=$work/npm/package
  unpack "$package"
  cat >"$package/package.json" <<END
{
  "name": "tidemark",
  "version": "$version",
  "description": "Durable progress for AI-agent workflows",
  "license": "Apache-2.0",
END
  if [ -n "$repository" ]; then
    cat >>"$package/package.json" <<END
  "homepage": "$repository",
  "repository": {"type": "git", "url": "git+$repository.git"},
END
  fi
  cat >>"$package/package.json" <<END
  "bin": {"tidemark": "bin/tidemark"},
  "man": [$(cd "$package" && printf '"./%s",' share/man/man1/*.1 | sed 's/,$//')],
  "os": ["linux"],
  "cpu": ["$cpu"],
  "libc": ["glibc"]
}
END
  npm pack --silent --ignore-scripts --offline --cache "$work/npm/cache" \
    --pack-destination "$out" "$package" >/dev/null
  mv "$out/tidemark-$version.tgz" "$out/tidemark-$version-npm-linux-$cpu.tgz"
}
