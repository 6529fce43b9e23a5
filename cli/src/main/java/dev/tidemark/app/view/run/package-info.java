/// Views of runs: status, list, brief, tasks, phases.
package dev.tidemark.app.view.run;
