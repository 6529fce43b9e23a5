/// Session of a command: project, actor, inputs, trust, shared parts of commands.
package dev.tidemark.app.command.session;
