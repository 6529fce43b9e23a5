/// Format `item`: one Markdown file per command and item, committed with git.
package dev.tidemark.dialects.item;
