// Written by `tidemark install opencode`; `tidemark install opencode --uninstall` removes it.
import { spawn } from "node:child_process"
import { existsSync, readFileSync, statSync } from "node:fs"
import { dirname, join, resolve as path } from "node:path"

const PROGRAM = @PROGRAM@
const TIMEOUTS = @TIMEOUTS@
const CHANGING = /^(bash|edit|multiedit|write|patch|apply_patch|skill)$|_/

const GUARDS = ["tool.execute.before", "command.execute.before"]

// Whether there is anything to guard: a folder of Tidemark, or its state in the repository.
function guarded(folder) {
  for (let up = folder; ; up = dirname(up)) {
    const git = join(up, ".git")
    if (existsSync(join(up, ".tidemark"))) return true
    if (existsSync(git)) {
      const at = statSync(git).isFile() ? /^gitdir: (.*)$/m.exec(readFileSync(git, "utf8"))?.[1] : git
      return existsSync(join(path(up, at ?? ""), at === git ? "tidemark" : "../../tidemark"))
    }
    if (up === dirname(up)) return false
  }
}

// A guard that cannot decide says no where there is something to guard; otherwise, and where the
// program is gone, the session continues as without a hook.
function undecided(event, directory, why) {
  try {
    if (GUARDS.includes(event) && guarded(directory)) {
      const help = "Try it again; if it stays so, ask the user to run: tidemark doctor"
      return { deny: `Tidemark cannot tell whether a gate forbids this: ${why}. ${help}` }
    }
  } catch {
    // There is no folder to guard.
  }
  return {}
}

// Never rejects.
function ask(event, directory, input) {
  return new Promise((resolve) => {
    let out = ""
    let child
    let late = false
    try {
      child = spawn(PROGRAM[0], [...PROGRAM.slice(1), "hook", "opencode", event], {
        cwd: directory,
        stdio: ["pipe", "pipe", "ignore"],
      })
    } catch {
      resolve({})
      return
    }
    const timer = setTimeout(() => {
      late = true
      child.kill("SIGKILL")
      resolve(undecided(event, directory, "its hook took too long"))
    }, (TIMEOUTS[event] ?? 5) * 1000)
    child.on("error", () => {
      clearTimeout(timer)
      resolve({})
    })
    child.stdin.on("error", () => {})
    child.stdout.on("data", (chunk) => (out += chunk))
    child.on("close", (code) => {
      clearTimeout(timer)
      if (late) return
      try {
        resolve(code === 0 && !out ? {} : JSON.parse(out))
      } catch {
        resolve(undecided(event, directory, "its hook failed"))
      }
    })
    child.stdin.end(JSON.stringify({ ...input, directory, event }))
  })
}

export const Tidemark = async ({ directory, client }) => {
  const briefed = new Set()
  const compacted = new Map()
  let parts = 0

  function add(input, output, text) {
    parts += 1
    output.parts.push({
      id: `prt_tidemark${Date.now().toString(36)}${parts}`,
      sessionID: input.sessionID,
      messageID: output.message?.id ?? input.messageID,
      type: "text",
      text,
      synthetic: true,
    })
  }

  async function toast(message) {
    try {
      await client?.tui?.showToast({ body: { title: "tidemark", message, variant: "info" } })
    } catch {
      // The output is not shown.
    }
  }

  return {
    "chat.message": async (input, output) => {
      const sessionID = input.sessionID
      const prompt = output.parts
        .filter((part) => part.type === "text" && !part.synthetic)
        .map((part) => part.text)
        .join("\n")
        .replace(/^"([^]*)"$/, "$1") // `opencode run "two words"` keeps the quotes
      const source = compacted.delete(sessionID) ? "compact" : "startup"
      if (source === "compact" || !briefed.has(sessionID)) {
        briefed.add(sessionID)
        const start = await ask("session.created", directory, { sessionID, source })
        if (start.context) add(input, output, start.context)
      }
      const answer = await ask("chat.message", directory, { sessionID, prompt })
      if (answer.deny) throw new Error(answer.deny)
      if (answer.context) add(input, output, answer.context)
      if (answer.message) await toast(answer.message)
    },
    "tool.execute.before": async (input, output) => {
      if (!CHANGING.test(input.tool)) return
      const answer = await ask("tool.execute.before", directory, {
        sessionID: input.sessionID,
        tool: input.tool,
        args: output.args,
      })
      if (answer.deny) throw new Error(answer.deny)
    },
    "command.execute.before": async (input) => {
      const answer = await ask("command.execute.before", directory, {
        sessionID: input.sessionID,
        command_name: input.command,
        command_args: input.arguments,
      })
      if (answer.deny) throw new Error(answer.deny)
    },
    // The brief that the conversation held is gone afterwards, and a turn may go on by itself: until
    // the next message of the user brings it anew, it is a part of the system prompt.
    "experimental.session.compacting": async (input) => {
      const sessionID = input.sessionID
      await ask("session.compacting", directory, { sessionID, trigger: "compacting" })
      const brief = await ask("session.compacted", directory, { sessionID, source: "compact" })
      compacted.set(sessionID, brief.context ?? "")
    },
    "experimental.chat.system.transform": async (input, output) => {
      const brief = compacted.get(input.sessionID)
      if (brief) output.system.push(brief)
    },
    event: async ({ event }) => {
      const properties = event.properties ?? {}
      const sessionID = properties.sessionID ?? properties.info?.id
      if (event.type === "session.idle") {
        await ask("session.idle", directory, { sessionID })
      } else if (event.type === "session.deleted") {
        briefed.delete(sessionID)
        compacted.delete(sessionID)
        await ask("session.deleted", directory, { sessionID, reason: "deleted" })
      }
    },
  }
}
