/// Format `phase`: one Markdown file with front matter, replaced at the end of each phase.
package dev.tidemark.dialects.phase;
