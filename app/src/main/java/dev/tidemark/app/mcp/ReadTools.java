package dev.tidemark.app.mcp;

/// The tools that look and change nothing, as the protocol lists them.
final class ReadTools {
  static final String STATUS =
      """
      {
        "name": "tidemark_status",
        "title": "Where runs stand",
        "description": "Lists the open runs of this project, or shows one run phase by phase.",
        "inputSchema": {
          "type": "object",
          "properties": {
            "run": {"type": "string", "description": "for example implement/auth"},
            "all": {"type": "boolean", "description": "list finished runs too"},
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
            "state": {"enum": ["failed", "blocked", "waiting", "diverged", "damaged", "open", \
      "started", "done"]},
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
      """;

  static final String RESUME =
      """
      {
        "name": "tidemark_resume",
        "title": "Take up a run",
        "description": "The brief, for a session that was not given it, and after the context was \
      compacted: what is done, what was decided, what comes next, and what is in doubt.",
        "inputSchema": {
          "type": "object",
          "properties": {
            "run": {"type": "string", "description": "left out: the one open run of this branch"},
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
      """;

  static final String HISTORY =
      """
      {
        "name": "tidemark_history",
        "title": "What happened to a run",
        "description": "Who changed what and when, newest last; or the document as it was.",
        "inputSchema": {
          "type": "object",
          "properties": {
            "run": {"type": "string"},
            "limit": {"type": "integer", "minimum": 1, "maximum": 500, "default": 20},
            "entry": {
              "type": "integer",
              "minimum": 1,
              "description": "return the document after this entry instead"
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
      """;

  static final String CHECK =
      """
      {
        "name": "tidemark_check",
        "title": "Check before going on",
        "description": "why: the fact behind the last refusal or doubt. gates: how the gates of a \
      run stand. context: is there room for a long command? project: damage, leftovers and wrong \
      settings, each with its cure.",
        "inputSchema": {
          "type": "object",
          "properties": {
            "what": {"enum": ["why", "gates", "context", "project"]},
            "run": {"type": "string", "description": "why, gates: of which run"},
            "gate": {"type": "string", "description": "gates: only this one; ship is one"},
            "percent": {"type": "number", "minimum": 0, "maximum": 100,
              "description": "context: how full it is"},
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
      """;

  private ReadTools() {}
}
