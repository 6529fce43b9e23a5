/// Settings and identity: settings from options, environment and files, and the actor recorded in
/// the history.
package dev.tidemark.app.settings;
