/// Commands about plans, questions and workflows.
package dev.tidemark.app.command.plan;
