// Written by `tidemark install opencode`; `tidemark install opencode --uninstall` removes it.
import { spawn } from "node:child_process"

const PROGRAM = @PROGRAM@
const TIMEOUTS = @TIMEOUTS@
const CHANGING = /^(bash|edit|multiedit|write|patch|apply_patch|skill)$|_/

// Never rejects: whatever goes wrong, the session continues as without a hook.
function ask(event, directory, input) {
  return new Promise((resolve) => {
    let out = ""
    let child
    try {
      child = spawn(PROGRAM[0], [...PROGRAM.slice(1), "hook", "opencode", event], {
        cwd: directory,
        stdio: ["pipe", "pipe", "ignore"],
      })
    } catch {
      resolve({})
      return
    }
    const timer = setTimeout(() => child.kill("SIGKILL"), (TIMEOUTS[event] ?? 5) * 1000)
    child.on("error", () => {
      clearTimeout(timer)
      resolve({})
    })
    child.stdin.on("error", () => {})
    child.stdout.on("data", (chunk) => (out += chunk))
    child.on("close", () => {
      clearTimeout(timer)
      try {
        resolve(JSON.parse(out))
      } catch {
        resolve({})
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
