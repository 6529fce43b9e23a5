/// Commands: parse the options of a verb, call the engine, print the result. No rule of the domain
/// is here.
package dev.tidemark.app.command;
