/// What each verb of the command line does: words into a question or a change, the engine asked,
/// the answer shown. No rule of the domain is here.
package dev.tidemark.app.command;
