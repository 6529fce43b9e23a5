/// Git integration: HEAD, ignore rules, changed files, commits, and the project's root.
///
/// Facts for hot verbs are read from git's files; the git program is started only for the others.
package dev.tidemark.integrations.git;
