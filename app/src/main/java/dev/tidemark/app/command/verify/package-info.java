/// The verb `verify`: checks the receipts of a commit against its base branch, from git objects.
package dev.tidemark.app.command.verify;
