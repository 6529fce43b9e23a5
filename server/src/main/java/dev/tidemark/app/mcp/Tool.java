package dev.tidemark.app.mcp;

import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import org.jspecify.annotations.Nullable;

/// MCP tools, in the order they are listed. Few, because an agent pays for the whole list in every
/// session: a test holds it to 2,500 tokens.
enum Tool {
  STATUS(
      "tidemark_status",
      Effect.READ,
      """
      {
        "name": "tidemark_status",
        "title": "Status of runs",
        "description": "Lists the open runs of this project, or shows the phases of one run.",
        "inputSchema": {
          "type": "object",
          "properties": {
            "run": {"type": "string", "description": "for example implement/auth"},
            "all": {"type": "boolean", "description": "also list finished runs"},
            "root": {"type": "string", "description": "a folder of another work tree"}
          },
          "additionalProperties": false
        },
        "outputSchema": {
          "type": "object",
          "properties": {
            "runs": {
              "type": "array",
              "items": {"type": "object", "required": ["run", "state", "progress", "command"]}
            },
            "run": {"type": "string"},
            "state": {"enum": ["failed", "stuck", "blocked", "waiting", "diverged", "missing", \
      "damaged", "open", "started", "abandoned", "done"]},
            "phase": {"type": ["string", "null"]},
            "phases": {"type": "array", "items": {"type": "object"}},
            "error": {"type": "object"}
          }
        },
        "annotations": {
          "readOnlyHint": true,
          "destructiveHint": false,
          "idempotentHint": true,
          "openWorldHint": false
        }
      }
      """),

  RESUME(
      "tidemark_resume",
      Effect.READ,
      """
      {
        "name": "tidemark_resume",
        "title": "Resume a run",
        "description": "Returns the brief of a run: finished phases, decisions, next step, \
      warnings. \
      For a session that was not given it, and after the context was compacted.",
        "inputSchema": {
          "type": "object",
          "properties": {
            "run": {"type": "string", "description": "default: the only open run of this branch"},
            "root": {"type": "string", "description": "a folder of another work tree"}
          },
          "additionalProperties": false
        },
        "outputSchema": {
          "type": "object",
          "properties": {
            "run": {"type": ["string", "null"]},
            "next_phase": {"type": ["string", "null"]},
            "verdict": {"type": "object"},
            "done": {"type": "array"},
            "decisions": {"type": "array"},
            "to_read": {"type": "array"},
            "doubts": {"type": "array"},
            "blockers": {"type": "array"},
            "error": {"type": "object"}
          }
        },
        "annotations": {
          "readOnlyHint": true,
          "destructiveHint": false,
          "idempotentHint": true,
          "openWorldHint": false
        }
      }
      """),

  HISTORY(
      "tidemark_history",
      Effect.READ,
      """
      {
        "name": "tidemark_history",
        "title": "History of a run",
        "description": "Lists the changes of a run with time and actor, newest last; or returns \
      the \
      checkpoint file after one entry.",
        "inputSchema": {
          "type": "object",
          "properties": {
            "run": {"type": "string"},
            "limit": {"type": "integer", "minimum": 1, "maximum": 500, "default": 20},
            "entry": {
              "type": "integer",
              "minimum": 1,
              "description": "return the checkpoint file after this entry"
            },
            "root": {"type": "string", "description": "a folder of another work tree"}
          },
          "additionalProperties": false
        },
        "outputSchema": {
          "type": "object",
          "properties": {
            "run": {"type": "string"},
            "entries": {"type": "array", "items": {"type": "object"}},
            "path": {"type": "string"},
            "text": {"type": "string"},
            "blockers": {"type": "array"},
            "error": {"type": "object"}
          }
        },
        "annotations": {
          "readOnlyHint": true,
          "destructiveHint": false,
          "idempotentHint": true,
          "openWorldHint": false
        }
      }
      """),

  CHECK(
      "tidemark_check",
      Effect.READ,
      """
      {
        "name": "tidemark_check",
        "title": "Check before continuing",
        "description": "why: explains the last refusal or warning. gates: status of the gates of a \
      run. context: whether there is room for a long command. project: damage, leftover files and \
      wrong settings, each with a fix.",
        "inputSchema": {
          "type": "object",
          "properties": {
            "what": {"enum": ["why", "gates", "context", "project"]},
            "run": {"type": "string", "description": "why, gates: the run"},
            "gate": {"type": "string", "description": "gates: one gate, for example ship"},
            "percent": {"type": "number", "minimum": 0, "maximum": 100,
              "description": "context: percent used"},
            "root": {"type": "string", "description": "a folder of another work tree"}
          },
          "required": ["what"],
          "additionalProperties": false
        },
        "outputSchema": {
          "type": "object",
          "properties": {
            "run": {"type": ["string", "null"]},
            "gates": {"type": "array"},
            "warnings": {"type": "array", "items": {"type": "string"}},
            "findings": {"type": "array", "items": {"type": "object"}},
            "error": {"type": "object"}
          }
        },
        "annotations": {
          "readOnlyHint": true,
          "destructiveHint": false,
          "idempotentHint": true,
          "openWorldHint": false
        }
      }
      """),

  UPDATE(
      "tidemark_update",
      Effect.CHANGE,
      """
      {
        "name": "tidemark_update",
        "title": "Record progress",
        "description": "Records one step of a run. start: workflow, item, phases, goal. enter, \
      done, fail, skip: phase. done: also summary, created, modified, removed, decisions. fail, \
      skip: also reason. note, at any time: text, tried, next, blocked_by, questions, resolved, \
      decisions, instead_of, created, modified, removed. goal: goal. task: step, task, reason. \
      gate: the result of a review: gate, allowed, blockers; or reports of a tool: gate, \
      reports. finish: reason abandons open phases. A refusal changes nothing and lists \
      every blocker with a hint. Enter a phase before working on it; note facts for the next \
      session; call done as soon as the phase is finished.",
        "inputSchema": {
          "type": "object",
          "properties": {
            "action": {
              "enum": ["start", "enter", "done", "fail", "skip", "note", "goal", "task", "gate", \
      "finish"]
            },
            "run": {"type": "string", "description": "default: the only open run of this branch"},
            "workflow": {"type": "string", "description": "for example implement"},
            "item": {"type": "string", "description": "the subject of the run, for example auth"},
            "phases": {
              "type": "array",
              "items": {"type": "string"},
              "description": "replace those of the workflow"
            },
            "fresh": {"type": "boolean", "description": "start: replace the unfinished run"},
            "phase": {"type": "string", "description": "name or number"},
            "summary": {"type": "string", "description": "facts that the next phase needs"},
            "reason": {"type": "string"},
            "created": {"type": "array", "items": {"type": "string"}, "description": "files"},
            "modified": {"type": "array", "items": {"type": "string"}, "description": "files"},
            "removed": {
              "type": "array",
              "items": {"type": "string"},
              "description": "files that are reported no more"
            },
            "decisions": {"type": "array", "items": {"type": "string"}},
            "goal": {"type": "string", "description": "the goal of the user, in their words"},
            "text": {"type": "string", "description": "note: the current state"},
            "tried": {"type": "array", "items": {"type": "string"}, \
      "description": "failed attempts"},
            "next": {"type": "string", "description": "note: the next action"},
            "blocked_by": {"type": "array", "items": {"type": "string"}},
            "questions": {"type": "array", "items": {"type": "string"}},
            "resolved": {
              "type": "array",
              "items": {"type": "string"},
              "description": "open questions and blockers"
            },
            "instead_of": {
              "type": "array",
              "items": {"type": "string"},
              "description": "decisions that hold no more, by their beginning"
            },
            "step": {"enum": ["add", "start", "done", "fail", "block"]},
            "task": {"type": "string", "description": "text or id of the task"},
            "gate": {"type": "string", "description": "default: the ship gate"},
            "allowed": {"type": "boolean"},
            "blockers": {"type": "array", "items": {"type": "string"}},
            "reports": {"type": "array", "items": {"type": "string"}, "description": "files"},
            "details": {
              "type": "object",
              "description": "options of single formats: a text, a list of texts, or true",
              "propertyNames": {
                "enum": ["after", "anyway", "before-spawn", "bundle", "clear", \
                "complete", "context", "continue", "create-only", \
                "messages", "new", "next", "no-commit", "open", \
                "outcome", "output", "partial", "plan", \
                "result", "skip-to", "state", "status", "task", "why"]
              }
            },
            "dry_run": {"type": "boolean", "description": "change nothing, return the result"},
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
      """),

  APPROVE(
      "tidemark_approve",
      Effect.APPROVAL,
      """
      {
        "name": "tidemark_approve",
        "title": "Ask the user to approve a phase",
        "description": "Shows the user a form and records their approval. Only the user can \
      approve; \
      never answer for them.",
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
      """);

  /// The effect of a tool.
  private enum Effect {
    READ,
    CHANGE,
    APPROVAL
  }

  private final String word;
  private final Effect effect;
  private final String text;

  Tool(String word, Effect effect, String text) {
    this.word = word;
    this.effect = effect;
    this.text = text;
  }

  /// Returns its name.
  public String word() {
    return word;
  }

  /// Returns whether calls are carried out one by one, in the order they come.
  boolean isOrdered() {
    return effect == Effect.CHANGE;
  }

  /// Returns whether a person has to agree to each call.
  boolean asks() {
    return effect == Effect.APPROVAL;
  }

  /// Returns its entry in the list of tools.
  JsonObject definition() {
    return (JsonObject) JsonText.parse(text);
  }

  /// Returns the schema of its arguments.
  JsonObject input() {
    var input = definition().object("inputSchema");
    if (input == null) {
      throw new IllegalStateException(word + " has no schema for its arguments");
    }
    return input;
  }

  /// Returns whether a call reads the project: all do but the frequent query for the context
  /// budget.
  static boolean readsProject(JsonObject params) {
    var arguments = params.object("arguments");
    boolean room =
        CHECK.word.equals(params.string("name"))
            && arguments != null
            && "context".equals(arguments.string("what"));
    return !room;
  }

  /// Returns the tool of that name; null if there is none.
  static @Nullable Tool named(@Nullable String word) {
    for (var tool : values()) {
      if (tool.word.equals(word)) {
        return tool;
      }
    }
    return null;
  }
}
