/// Commands of the runner: drive a run with agents, stop it, show what an attempt printed.
package dev.tidemark.app.command.run;
