package dev.tidemark.app.mcp;

/// The tools that change a run, as the protocol lists them.
final class ChangeTools {
  static final String UPDATE =
      """
      {
        "name": "tidemark_update",
        "title": "Record progress",
        "description": "Records one step of a run. start: workflow, item, phases, goal. enter, \
      done, fail, skip: phase. done: also summary, created, modified, decisions. fail, skip: also \
      reason. note, at any time: text, tried, next, blocked_by, questions, resolved, decisions, \
      created, modified. goal: goal. task: step, task, reason. gate: the result of a review: gate, \
      allowed, blockers. A refusal changes nothing and names every blocker with a hint. Enter a \
      phase before working on it; note what the next session must know; call done as soon as the \
      phase is done.",
        "inputSchema": {
          "type": "object",
          "properties": {
            "action": {
              "enum": ["start", "enter", "done", "fail", "skip", "note", "goal", "task", "gate", \
      "finish"]
            },
            "run": {"type": "string", "description": "left out: the one open run of this branch"},
            "workflow": {"type": "string", "description": "for example implement"},
            "item": {"type": "string", "description": "what the run is about, for example auth"},
            "phases": {
              "type": "array",
              "items": {"type": "string"},
              "description": "instead of the workflow's own"
            },
            "fresh": {"type": "boolean", "description": "start: replace the unfinished run"},
            "phase": {"type": "string", "description": "name or number"},
            "summary": {"type": "string", "description": "what the next phase must know"},
            "reason": {"type": "string"},
            "created": {"type": "array", "items": {"type": "string"}, "description": "files"},
            "modified": {"type": "array", "items": {"type": "string"}, "description": "files"},
            "decisions": {"type": "array", "items": {"type": "string"}},
            "goal": {"type": "string", "description": "what the user wants, in their words"},
            "text": {"type": "string", "description": "note: where things stand"},
            "tried": {"type": "array", "items": {"type": "string"}, "description": "what failed"},
            "next": {"type": "string", "description": "note: the next action"},
            "blocked_by": {"type": "array", "items": {"type": "string"}},
            "questions": {"type": "array", "items": {"type": "string"}},
            "resolved": {
              "type": "array",
              "items": {"type": "string"},
              "description": "open questions and blockers"
            },
            "step": {"enum": ["add", "start", "done", "fail", "block"]},
            "task": {"type": "string", "description": "its text or id"},
            "gate": {"type": "string", "description": "left out: the ship gate"},
            "allowed": {"type": "boolean"},
            "blockers": {"type": "array", "items": {"type": "string"}},
            "details": {
              "type": "object",
              "description": "what only some protocols know: a text, a list of texts, or true",
              "propertyNames": {
                "enum": ["after", "anyway", "before-spawn", "bundle", "clear", \
                "complete", "context", "continue", "create-only", \
                "force", "messages", "new", "next", "no-commit", "open", \
                "outcome", "output", "partial", "plan", \
                "result", "skip-to", "state", "status", "task", "why"]
              }
            },
            "dry_run": {"type": "boolean", "description": "change nothing, say what would be"},
            "root": {"type": "string", "description": "a folder of another work tree"}
          },
          "required": ["action"],
          "additionalProperties": false
        },
        "outputSchema": {
          "type": "object",
          "properties": {
            "ok": {"type": "boolean"},
            "run": {"type": "string"},
            "events": {"type": "array"},
            "next_phase": {"type": ["string", "null"]},
            "finished": {"type": "boolean"},
            "said": {"type": "array", "items": {"type": "string"}},
            "notices": {"type": "array"},
            "blockers": {
              "type": "array",
              "items": {"type": "object", "required": ["kind", "code", "reason", "hint"]}
            },
            "error": {"type": "object"}
          },
          "required": ["ok"]
        },
        "annotations": {
          "readOnlyHint": false,
          "destructiveHint": false,
          "idempotentHint": false,
          "openWorldHint": false
        }
      }
      """;

  static final String APPROVE =
      """
      {
        "name": "tidemark_approve",
        "title": "Ask the user to approve a phase",
        "description": "Puts a form before the user and records their approval. Only the user can \
      approve; never answer for them.",
        "inputSchema": {
          "type": "object",
          "properties": {
            "phase": {"type": "string"},
            "run": {"type": "string"},
            "root": {"type": "string", "description": "a folder of another work tree"}
          },
          "required": ["phase"],
          "additionalProperties": false
        },
        "outputSchema": {
          "type": "object",
          "properties": {
            "ok": {"type": "boolean"},
            "run": {"type": "string"},
            "events": {"type": "array"},
            "blockers": {"type": "array"},
            "error": {"type": "object"}
          },
          "required": ["ok"]
        },
        "annotations": {
          "readOnlyHint": false,
          "destructiveHint": false,
          "idempotentHint": true,
          "openWorldHint": false
        },
        "_meta": {"anthropic/requiresUserInteraction": true}
      }
      """;

  private ChangeTools() {}
}
