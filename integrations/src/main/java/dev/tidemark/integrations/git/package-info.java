/// Git adapter: HEAD, ignore rules, trees, commits.
///
/// What a hot verb needs is read from git's files; the git program is started only for the rest.
package dev.tidemark.integrations.git;
