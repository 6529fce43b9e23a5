/// The verb `verify`: checks the receipts of a commit against its base branch, from git objects,
/// and those of the work tree for `gate`.
package dev.tidemark.app.command.verify;
