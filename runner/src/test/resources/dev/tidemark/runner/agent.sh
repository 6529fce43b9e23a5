#!/bin/sh
# Fake agent: agent.sh MODE. Request on standard input, response on standard output.
mode=${1:-ok}
request=$(cat)
field() {
  printf '%s\n' "$request" | sed -n "s/^  \"$1\": \"\(.*\)\",*\$/\1/p" | head -n 1
}
task=$(field task_id)
work=$(field phase)
# answer STATUS DECISION SUMMARY ISSUES
answer() {
  options=
  case $TIDEMARK_PHASE in *review*) options='"options":{"result":"pass"},' ;; esac
  printf '{%s' "$options"
  printf '"task_id":"%s","phase":"%s","status":"%s","decision":"%s",' "$task" "$work" "$1" "$2"
  printf '"findings":{"files_created":[%s]},"context_summary":"%s","issues":[%s]}\n' \
    "$created" "$3" "$4"
}
created=
case $mode in
  ok) answer complete PROCEED "$TIDEMARK_PHASE is done" "" ;;
  file)
    echo "$TIDEMARK_PHASE" >"$TIDEMARK_PHASE.txt"
    created="\"$TIDEMARK_PHASE.txt\""
    answer complete PROCEED "wrote $TIDEMARK_PHASE.txt" "" ;;
  lie)
    created='"lost.txt"'
    answer complete PROCEED "wrote lost.txt" "" ;;
  flow)
    mkdir -p memory/reports/designs memory/tasks
    case $TIDEMARK_PHASE in
      REQUIREMENTS) echo '{"goal": "log in"}' >memory/reports/demand.json ;;
      ARCHITECTURE)
        echo '{"parts": ["form"]}' >memory/reports/designs/form.json
        echo '{"chosen": "form"}' >memory/reports/final_design.json ;;
      IMPLEMENTATION)
        flow=$(grep -o 'wf-[0-9a-f-]*' memory/state/phase.json | head -n 1)
        printf '{"workflow_id":"%s","tasks":[{"id":"task-1","status":"complete"}]}' "$flow" \
          >memory/state/execution.json ;;
      VERIFICATION) echo '{"passed": true}' >memory/reports/verification.json ;;
      REFLECTION) echo '{"learned": "much"}' >memory/reports/reflection.json ;;
    esac
    answer complete PROCEED "$TIDEMARK_PHASE is done" "" ;;
  cost)
    answer complete PROCEED "done" "" | sed 's/^{/{"cost_usd":0.75,"tokens_used":1200,/' ;;
  partial) echo x >>partial.txt; answer partial PROCEED "half of it" "" ;;
  stop) answer blocked STOP "cannot" '"the key is missing"' ;;
  clarify) answer blocked CLARIFY "unclear" '"Which port?"' ;;
  garbage) echo "I did it, trust me." ;;
  empty) ;;
  unusable) printf '\n%s\n%s\n' 'Error loading config.toml: duplicate key' 'at line 3' >&2; exit 1 ;;
  failing) answer complete PROCEED "done although the exit code is 3" ""; exit 3 ;;
  huge) head -c 20000000 /dev/zero | tr '\0' 'x' ;;
  hang) sleep 600 ;;
  hold) echo here; sleep 600 ;;
  deaf) trap '' TERM; while :; do sleep 1; done ;;
  daemon)
    setsid sh -c 'while :; do sleep 1; done' >/dev/null 2>&1 </dev/null &
    (while :; do sleep 1; done) &
    answer complete PROCEED "left two processes" "" ;;
  undo) rm -f outside.txt; answer complete PROCEED "took it away" "" ;;
  crowd)
    mkdir -p docs
    i=0
    while [ $i -lt 600 ]; do echo $i >docs/$i.txt; i=$((i + 1)); done
    echo no >zz.txt
    answer complete PROCEED "wrote much" "" ;;
  outside-killed) echo no >outside.txt; sleep 600 ;;
  outside)
    echo no >outside.txt
    answer complete PROCEED "wrote outside.txt" "" | sed 's/^{/{"cost_usd":0.25,/' ;;
  nested) echo no >nested/project/a.txt; answer complete PROCEED "wrote a.txt" "" ;;
  edit)
    for f in .tidemark/journal/* .tidemark/journal/*/*; do [ -f "$f" ] && echo x >>"$f"; done
    answer complete PROCEED "edited the journal" "" ;;
  define)
    mkdir -p .tidemark/workflows
    echo 'phases: [design]' >.tidemark/workflows/implement.yaml
    answer complete PROCEED "tried to define a workflow" "" ;;
  flood) head -c 30000000 /dev/zero | tr '\0' 'e' >&2; answer complete PROCEED "noisy" "" ;;
  wrong) task=other; answer complete PROCEED "another task" "" ;;
  meet)
    # meet FOLDER PHASE PHASE: the agents of these phases wait for each other.
    case $TIDEMARK_PHASE in
      "$3" | "$4")
        touch "$2/$TIDEMARK_PHASE"
        tick=0
        while [ "$(ls "$2" | wc -l)" -lt 2 ] && [ $tick -lt 600 ]; do
          sleep 0.1; tick=$((tick + 1))
        done
        [ $tick -lt 600 ] || exit 1 ;;
    esac
    echo "$TIDEMARK_PHASE" >"$TIDEMARK_PHASE.txt"
    answer complete PROCEED "wrote $TIDEMARK_PHASE.txt" "" ;;
  except)
    [ "$TIDEMARK_PHASE" = "$2" ] && exit 1
    answer complete PROCEED "$TIDEMARK_PHASE is done" "" ;;
  clash)
    case $TIDEMARK_PHASE in
      server | client) echo "$TIDEMARK_PHASE" >README.md ;;
    esac
    answer complete PROCEED "$TIDEMARK_PHASE is done" "" ;;
  task | together | same | weak | last)
    # last TASK FILE: answers at this task once the file is in the project.
    if [ "$mode" = last ] && [ "$TIDEMARK_TASK" = "$2" ]; then
      tick=0
      while [ ! -f "$GIT_ROOT/$3" ] && [ $tick -lt 1200 ]; do sleep 0.1; tick=$((tick + 1)); done
    fi
    # together FOLDER COUNT: answers when so many agents are at work at the same time.
    if [ "$mode" = together ]; then
      touch "$2/$TIDEMARK_TASK"
      tick=0
      while [ "$(ls "$2" | wc -l)" -lt "$3" ] && [ $tick -lt 600 ]; do
        sleep 0.1; tick=$((tick + 1))
      done
      [ $tick -lt 600 ] || exit 1
    fi
    # weak TASK FILE: fails at one task until the file is there.
    if [ "$mode" = weak ] && [ "$TIDEMARK_TASK" = "$2" ] && [ ! -f "$3" ]; then exit 1; fi
    file=$TIDEMARK_TASK.txt
    [ "$mode" = same ] && file=README.md
    echo "$TIDEMARK_TASK by attempt $TIDEMARK_ATTEMPT" >"$file"
    created="\"$file\""
    answer complete PROCEED "wrote $file" "" ;;
  slow) sleep "${2:-2}"; answer complete PROCEED "slow" "" ;;
  env) env | sort >"$2"; answer complete PROCEED "wrote the environment" "" ;;
  *) echo "no mode $mode" >&2; exit 2 ;;
esac
