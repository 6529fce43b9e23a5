/// Git: what is checked out, what is ignored, and where the project's root is.
///
/// What a hot verb needs is read from git's files; the git program is started only for the rest.
package dev.tidemark.integrations.git;
