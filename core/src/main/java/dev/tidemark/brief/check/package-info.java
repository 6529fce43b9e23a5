/// Checks of a brief: artifacts, record, work tree and age, each with its result.
package dev.tidemark.brief.check;
