/// Policies and options of a project: summary limits, secrets, previews, approvals.
package dev.tidemark.workflow.policy;
