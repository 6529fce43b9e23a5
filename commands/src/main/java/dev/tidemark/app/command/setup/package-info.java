/// Commands that set a project up and diagnose it: init, doctor, config, adopt.
package dev.tidemark.app.command.setup;
