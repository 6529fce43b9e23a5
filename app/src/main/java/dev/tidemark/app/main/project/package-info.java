/// Project set-up for a process: caches, journal register, workflow files.
package dev.tidemark.app.main.project;
