# Sourced for `hook` and `statusline`, with their arguments. Answers an event without Java where no
# run can be, which is where most events happen: the answer is then known, and starting a JVM costs
# thirty times as much. LauncherAnswersTest compares the answers with those of app.hook.HookDoor and
# app.hook.StatusLine. An event that this script cannot judge is left to them, with $input to read.

# Whether any work tree of the repository of the work tree $1, of its superproject or of a submodule has a
# state folder, or that is unknown.
kept() {
  git=$1/.git common=
  if [ -f "$git" ]; then
    IFS= read -r git <"$git"
    case $git in
      'gitdir: /'*) git=${git#gitdir: } ;;
      'gitdir: '*) git=$1/${git#gitdir: } ;;
      *) return 0 ;;
    esac
  fi
  [ -e "$git/HEAD" ] || return 0
  if [ -f "$git/commondir" ]; then
    IFS= read -r common <"$git/commondir"
    case $common in
      /*) git=$common ;;
      *) git=$git/$common ;;
    esac
  fi
  case $git in
    */modules/*) if [ -e "${git%%/modules/*}/tidemark" ]; then return 0; fi ;;
  esac
  for place in "$git/tidemark" "$git"/modules/*/tidemark "$git"/modules/*/modules/*/tidemark; do
    if [ -e "$place" ]; then return 0; fi
  done
  return 1
}

# Whether there can be a run in the project around the folder $1; as app.hook.event.ProjectProbe, without
# a fork.
traces() {
  dir=$1
  while [ ! -e "$dir/.git" ]; do
    if [ -d "$dir/.tidemark" ]; then return 0; fi
    if [ -z "$dir" ]; then dir=$1 && break; fi
    dir=${dir%/*}
  done
  if [ -e "$dir/.git" ] && kept "$dir"; then return 0; fi
  for place in .tidemark .claude/state .claude-checkpoint.md docs/checkpoints memory/state; do
    if [ -e "$dir/$place" ]; then return 0; fi
  done
  return 1
}

# Sets answer to what the event $2 of the agent $1 is answered where no run can be, and tool to 1 if
# the answer depends on the tool that is about to run, begins to the answer for a session that was not
# there before. Fails for an event with more to say.
known() {
  answer='' tool='' begins=''
  text='Tidemark records work in phases here; no run is open. Begin one: tidemark start'
  text=$text' implement/NAME --goal \"what the user wants\"'
  case $1 in
    gemini | cursor) answer='{}' ;;
  esac
  case $1.$2 in
    claude-code.UserPromptExpansion | claude-code.UserPromptSubmit | claude-code.PreCompact) ;;
    claude-code.Stop | claude-code.StopFailure | claude-code.SessionEnd) ;;
    qwen-code.UserPromptExpansion | qwen-code.UserPromptSubmit | qwen-code.PreCompact) ;;
    qwen-code.Stop | qwen-code.StopFailure | qwen-code.SessionEnd) ;;
    codex.UserPromptSubmit | codex.PreCompact | codex.Stop | codex.SessionEnd) ;;
    gemini.BeforeAgent | gemini.AfterAgent | gemini.PreCompress | gemini.SessionEnd) ;;
    cursor.beforeSubmitPrompt) answer='{"continue":true}' ;;
    cursor.preCompact | cursor.stop | cursor.sessionEnd) ;;
    opencode.command.execute.before | opencode.chat.message | opencode.session.compacting) ;;
    opencode.session.idle | opencode.session.deleted) ;;
    claude-code.PreToolUse | codex.PreToolUse | gemini.BeforeTool | qwen-code.PreToolUse) tool=1 ;;
    cursor.beforeShellExecution | cursor.beforeMCPExecution | cursor.preToolUse) tool=1 ;;
    opencode.tool.execute.before) tool=1 ;;
    claude-code.SessionStart | qwen-code.SessionStart | codex.SessionStart | gemini.SessionStart)
      begins='{"hookSpecificOutput":{"hookEventName":"SessionStart","additionalContext":"'$text'"}}'
      ;;
    cursor.sessionStart) begins='{"additional_context":"'$text'"}' ;;
    opencode.session.created | opencode.session.compacted) begins='{"context":"'$text'"}' ;;
    *) return 1 ;;
  esac
}

# Sets depth to how many braces are open behind the text $1, counted from the one that opens
# `context_window`; to `closed` at its end.
braces() {
  rest=$1
  while [ -n "$rest" ]; do
    case $rest in
      '{'*) depth=$((depth + 1)) ;;
      '}'*) depth=$((depth - 1)) ;;
    esac
    if [ "$depth" = 0 ]; then depth=closed && return; fi
    rest=${rest#?}
  done
}

# Sets used to the share of the context in whole percent, from the text $2 behind the key $1.
share() {
  case $1.$depth in
    context_window.0)
      case $2 in
        :null*) ;;
        ':{' | ': {') depth=1 used=unknown ;;
        :*) return 1 ;;
      esac
      ;;
    used_percentage.1)
      used=${2#:}
      used=${used# }
      used=${used%%[,\}]*}
      case $used in
        '' | *[!0-9.]* | .* | *. | *.*.* | [1-9][0-9][0-9]*) return 1 ;;
      esac
      used=${used%%.*}
      braces "$2"
      ;;
    *.[1-9]*) braces "$2" ;;
  esac
}

# Whether $input names the folder of the event, and no run can be there. Splits JSON at the quotes:
# each other part is a string, one that ends with a backslash goes on behind the quote.
nothing_there() {
  case $input in
    '{'*'}') ;;
    *) return 1 ;;
  esac
  IFS='"'
  set -f
  set -- $input
  set +f
  IFS=$blanks
  inside='' long='' key='' named='' depth=0 used='' cause=none
  for part; do
    if [ -z "$inside" ]; then
      inside=1 behind=$part
      if [ -n "$line" ]; then share "$key" "$behind" || return 1; fi
      continue
    fi
    case $part in
      *'\\') return 1 ;;
      *'\') long=1 && continue ;;
    esac
    if [ -n "$long" ]; then part='\'; fi
    inside='' long=''
    case $key$behind in
      cwd: | cwd:\  | directory: | directory:\  | current_dir: | current_dir:\  \
        | project_dir: | project_dir:\  | workspace_roots:\[ | workspace_roots:\ \[)
        case $part in
          *'\'*) return 1 ;;
          /*) ;;
          *) return 1 ;;
        esac
        if traces "$part"; then return 1; fi
        named=1
        ;;
      file_path:* | filePath:* | notebook_path:* | path:* | absolute_path:* | target_file:* \
        | destination:*)
        # A tool may be about to change a file of another project.
        case $part in
          *'\'*) return 1 ;;
          /*) if traces "${part%/*}"; then return 1; fi ;;
        esac
        ;;
      cwd:* | directory:* | current_dir:* | project_dir:* | workspace_roots:*) return 1 ;;
      source: | source:\ )
        # Why a session starts; a continued one has got its context before.
        if [ "$cause" != none ]; then return 1; fi
        case $part in
          *'\'*) return 1 ;;
        esac
        cause=$part
        ;;
      trigger:* | reason:*) if [ -n "$begins" ]; then return 1; fi ;;
    esac
    key=$part
  done
  [ -n "$named" ] && [ "$used" != unknown ]
}

# Whether the tool can be one of those that app.hook.guard.PolicyGuard refuses, which all name Tidemark or
# its folder, between any quotes.
names_tidemark() {
  case $input in
    *'\u'*) return 0 ;;
  esac
  IFS="\"'\\"
  set -f
  set -- $input
  IFS=''
  joined="$*"
  set +f
  IFS=$blanks
  case $joined in
    *tidemark*) return 0 ;;
  esac
  return 1
}

# Whether there can be a run in the project of the session, which some agents name in a variable.
session_traces() {
  for session in "${CLAUDE_PROJECT_DIR:-}" "${GEMINI_PROJECT_DIR:-}" "${CURSOR_PROJECT_DIR:-}"; do
    if [ -n "$session" ] && traces "$session"; then return 0; fi
  done
  return 1
}

blanks=$IFS line=''
if [ -z "${GIT_ROOT:-}" ] && ! traces "$PWD" && ! session_traces; then
  quiet=1
  case $1.$# in
    hook.3) known "$2" "$3" || quiet= ;;
    statusline.1) line=1 answer='' tool='' begins='' ;;
    *) quiet= ;;
  esac
  if [ -n "$quiet" ] && [ ! -t 0 ]; then
    input=$(cat)
    replay=1
    if [ ${#input} -le 65536 ] && nothing_there; then
      if [ -z "$tool" ] || ! names_tidemark; then
        if [ -n "$used" ] && [ -n "$line" ]; then answer="context $used %"; fi
        case $cause in
          resume | compact | fork) begins='' ;;
        esac
        if [ -n "$begins" ]; then answer=$begins; fi
        if [ -n "$answer" ]; then printf '%s\n' "$answer"; fi
        exit 0
      fi
      harmless=1
    fi
  fi
fi
