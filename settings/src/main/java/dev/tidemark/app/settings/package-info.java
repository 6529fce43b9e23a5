/// Settings and their precedence, workspace trust, and detection of the actor.
package dev.tidemark.app.settings;
