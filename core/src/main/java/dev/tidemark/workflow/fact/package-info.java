/// Facts about the project that rules and gates ask for: files, commits, ignore rules.
package dev.tidemark.workflow.fact;
