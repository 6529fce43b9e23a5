/// What the user decided, and who the user is: settings from options, environment and files, and
/// the actor that is written into the history.
package dev.tidemark.app.settings;
