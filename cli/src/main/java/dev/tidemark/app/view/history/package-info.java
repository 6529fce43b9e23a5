/// Views of history, differences and external edits.
package dev.tidemark.app.view.history;
