# The functions that .ci/run and .ci/nightly share: find what is installed, run passes of Maven, judge a pass. Source it
# with the repository as the working directory and `reports` naming the directory for logs and reports.
# shellcheck shell=bash

maven=(./mvnw -B -ntp)
# The versions of Lettuce that tests run on besides the newest, oldest first, and a Netty for each. docs/operations.md
# names them.
lettuces=(6.6.0.RELEASE=4.1.118.Final 6.8.2.RELEASE=4.2.18.Final 7.5.2.RELEASE=4.2.18.Final)
# The newer lines of Micrometer, Spring and Reactor that the integrations run on; the older ones are in pom.xml.
# shellcheck disable=SC2034
newer_lines=(-Dmicrometer.version=1.17.2 -Dspring.version=7.0.10 -Dspring.integration.version=7.1.2
  -Dreactor.version=3.8.8)
passed=0 failed=0 skipped=0 # of all passes
flaky=0
broken=()                   # the passes and steps that did not pass
figures=                    # of the last pass, for a report

say() { printf '\n=== %s\n' "$*"; }

# on_lettuce <version>=<version of Netty>: the options of Maven for tests on them.
on_lettuce() { printf '%s\n' "-Dlettuce.test.version=${1%%=*}" "-Dnetty.test.version=${1#*=}"; }

# newer_boot: the options of Maven for tests on the newer line of Spring Boot and the versions that it manages, except
# Netty, which is not Boot's 4.2.19: pom.xml says why. The older line is in pom.xml.
newer_boot() {
  printf '%s\n' -Dboot.version=4.1.2 "${newer_lines[@]}" -Dlettuce.version=7.5.2.RELEASE -Dnetty.version=4.2.18.Final
}

# install_missing <command>=<package>...: installs Debian packages for missing commands, and leaves no service running. It
# is no failure if a command stays missing.
install_missing() {
  local pair packages=()
  for pair in "$@"; do
    command -v "${pair%%=*}" >/dev/null || packages+=("${pair#*=}")
  done
  ((${#packages[@]} > 0)) || return 0
  if [[ $(id -u) != 0 ]] || ! command -v apt-get >/dev/null; then
    echo "cannot be installed here: ${packages[*]}"
    return 0
  fi
  say "installing ${packages[*]}"
  local policy=/usr/sbin/policy-rc.d made=
  if [[ ! -e $policy ]]; then
    printf '#!/bin/sh\nexit 101\n' >"$policy" && chmod +x "$policy" && made=yes
  fi
  export DEBIAN_FRONTEND=noninteractive
  if ! { apt-get update -qq && apt-get install -y -qq --no-install-recommends "${packages[@]}"; } </dev/null >/dev/null; then
    echo "could not be installed: ${packages[*]}"
  fi
  [[ -z $made ]] || rm -f "$policy"
}

# The home of the newest JDK of at least 21; nothing if there is none.
newer_jdk() {
  local file major best=20 home=
  for file in /usr/lib/jvm/*/release; do
    [[ -x ${file%/release}/bin/java ]] || continue
    major=$(sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$file")
    if ((${major:-0} > best)); then
      best=$major
      home=${file%/release}
    fi
  done
  echo "$home"
}

# Says what was found, and which tests are left out because something is missing.
say_what_is_there() {
  say "found"
  echo "JDK:          $("${JAVA_HOME:+$JAVA_HOME/bin/}java" -version 2>&1 | sed -n 's/.* version "\([^"]*\)".*/\1/p')"
  if command -v redis-server >/dev/null; then
    echo "redis-server: $(redis-server --version | sed 's/.* v=\([^ ]*\).*/\1/')"
  else
    echo "redis-server: none on the PATH; all tests run on the embedded 6.2"
  fi
  if [[ -n $jdk ]]; then
    echo "newer JDK:    $(sed -n 's/^JAVA_VERSION="\(.*\)"$/\1/p' "$jdk/release")"
  else
    echo "newer JDK:    none of 21 or later under /usr/lib/jvm; nothing runs on virtual threads"
  fi
  echo "cores:        $(nproc), load $(cut -d' ' -f1-3 /proc/loadavg 2>/dev/null || echo unknown)"
}

# For `since`: the clock, and the busy and idle ticks of the cores since the machine started.
ticks() { echo "$SECONDS $(awk '/^cpu / { printf "%.0f %.0f", $2 + $3 + $4 + $7 + $8 + $9, $5 + $6 }' /proc/stat 2>/dev/null)"; }

# since "$(ticks)": the time since then, and how busy the cores were, with all processes of the machine.
since() {
  local second busy idle now_second now_busy now_idle
  read -r second busy idle <<<"$1"
  read -r now_second now_busy now_idle <<<"$(ticks)"
  printf '%d s' $((now_second - second))
  if [[ -n $idle && -n $now_idle ]] && ((now_busy + now_idle > busy + idle)); then
    printf ', cores %d %% busy' $((100 * (now_busy - busy) / (now_busy + now_idle - busy - idle)))
  fi
}

# Adds up the <testsuite> tags of a pass's reports: "passed failed skipped".
count() {
  find "$1" -name 'TEST-*.xml' -exec grep -h -m 1 '<testsuite ' {} + | awk '
    function number(name) {
      return match($0, " " name "=\"[0-9]+\"") ? substr($0, RSTART + length(name) + 3, RLENGTH - length(name) - 4) : 0
    }
    {
      bad = number("failures") + number("errors")
      failed += bad; skipped += number("skipped"); passed += number("tests") - bad - number("skipped")
    }
    END { print passed + 0, failed + 0, skipped + 0 }'
}

# outcomes <directory> <tags>: the tests whose report has one of these tags, each with the first words of its message.
outcomes() {
  find "$1" -name 'TEST-*.xml' -exec awk -v tags="<($2)[ >]" '
    function attribute(name) {
      return match($0, " " name "=\"[^\"]*\"") ? substr($0, RSTART + length(name) + 3, RLENGTH - length(name) - 4) : ""
    }
    /<testcase / { test = attribute("classname") "." attribute("name"); told = 0 }
    $0 ~ tags && !told { told = 1; printf "  %s: %.200s\n", test, attribute("message") }' {} + |
    sed 's/&#10;/ /g; s/&quot;/"/g; s/&lt;/</g; s/&gt;/>/g; s/&amp;/\&/g'
}

# Failures that no test reports: a JVM that died or was ended takes its tests with it.
crashes() {
  grep -aE '^\[(ERROR|WARNING)\].*(The forked VM terminated|There was a timeout in the fork|Crashed tests|error occurred in starting fork)' "$1" |
    sort -u
}

# Keeps the lines of Maven that are worth reading while it runs.
brief() { grep --line-buffered -aE '^\[INFO\] Building Holdfast|^\[(INFO|WARNING|ERROR)\] Tests run: [^-]*$|<<<|^\[INFO\] BUILD|^\[INFO\] Total time'; }

# The directories of a pass's reports: in all modules, or in those that `of` names.
report_dirs() {
  local dir dirs=(./{,integrations/,examples/}*/target)
  if [[ -n ${of:-} ]]; then
    dirs=("${of[@]/%//target}")
  fi
  for dir in "${dirs[@]/%//surefire-reports}" "${dirs[@]/%//failsafe-reports}"; do
    [[ ! -d $dir ]] || echo "$dir"
  done
}

# run_maven <name> <minutes> <command...>: runs one Maven pass, and keeps its log, its reports, its exit status and its
# time for `judge`. After a failed test the tests of other modules still run.
run_maven() {
  local name=$1 minutes=$2 status=0 dir began
  shift 2
  began=$(ticks)
  report_dirs | xargs -r rm -rf
  mkdir -p "$reports/$name"
  timeout --kill-after=30 "${minutes}m" "$@" -fae -Dmaven.test.failure.ignore=true </dev/null >"$reports/$name.log" 2>&1 || status=$?
  for dir in $(report_dirs); do
    mkdir -p "$reports/$name/${dir#./}"
    cp -R "$dir/." "$reports/$name/${dir#./}"
  done
  echo "$status $minutes $(since "$began")" >"$reports/$name.end"
  [[ -z ${in_lanes:-} ]] || echo "$name: over ($(since "$began"))"
}

# judge <name>: prints the result of a pass, and adds it to the totals.
judge() {
  local name=$1 status minutes took p f s flakes died
  mkdir -p "$reports/$name" # a lane that died before its Maven started has left nothing
  read -r status minutes took < <(cat "$reports/$name.end" || echo "1 0 never over")
  read -r p f s < <(count "$reports/$name")
  died=$(crashes "$reports/$name.log" || true)
  outcomes "$reports/$name" 'failure|error' || true
  flakes=$(outcomes "$reports/$name" 'flakyFailure|flakyError')
  if ((status != 0)); then
    grep -aE -m 30 '^\[ERROR\].*(Failed to execute goal|\.java:|BUILD|violations)' "$reports/$name.log" ||
      tail -n 30 "$reports/$name.log" || true
  fi
  if ((p + f == 0)); then
    echo "$name: no test ran"
    f=1
  elif [[ -n $died ]]; then
    echo "$died"
    f=$((f + 1))
  elif ((status == 124 || status == 137)); then
    echo "$name: not done within $minutes min, ended"
    f=$((f + 1))
  elif ((status != 0 && f == 0)); then # outside any test, for example a compiler error
    f=1
  fi
  ((f == 0)) || broken+=("$name")
  figures="$p passed, $f failed, $s skipped"
  if [[ -n $flakes ]]; then
    sed "s/^ */$name: /" <<<"$flakes" >>"$reports/flakes.txt"
    flaky=$((flaky + $(wc -l <<<"$flakes")))
    figures+=", $(wc -l <<<"$flakes") flaky"
  fi
  echo "$name: $figures ($took)"
  passed=$((passed + p)) failed=$((failed + f)) skipped=$((skipped + s))
}

# pass <name> <minutes> <command...>: one Maven pass, whose progress is shown.
pass() {
  local name=$1
  say "$name: ${*:3}"
  mkdir -p "$reports"
  : >"$reports/$name.log"
  run_maven "$@" &
  local run_pid=$!
  tail -n +1 -f --pid=$run_pid "$reports/$name.log" 2>/dev/null | brief || true
  wait $run_pid
  judge "$name"
}

# run_step <name> <minutes> <command...>: runs it, and keeps its log, its exit status and its time for `judge_step`.
run_step() {
  local name=$1 minutes=$2 status=0 began
  shift 2
  began=$(ticks)
  timeout --kill-after=30 "${minutes}m" "$@" </dev/null >"$reports/$name.log" 2>&1 || status=$?
  echo "$status $(since "$began")" >"$reports/$name.end"
  [[ -z ${in_lanes:-} ]] || echo "$name: over ($(since "$began"))"
}

# judge_step <name>: prints how a step ended; a step counts as one test.
judge_step() {
  local name=$1 status took
  read -r status took < <(cat "$reports/$name.end" || echo "1 never over")
  if ((status == 0)); then
    tail -n 6 "$reports/$name.log"
    passed=$((passed + 1))
    figures="passed"
  else
    tail -n 60 "$reports/$name.log"
    failed=$((failed + 1))
    broken+=("$name")
    figures="failed (exit status $status)"
  fi
  echo "$name: $figures ($took)"
}

# step <name> <minutes> <command...>
step() {
  say "$1: ${*:3}"
  run_step "$@"
  judge_step "$1"
}

# lanes <n> <command>...: runs each in a process of its own, n at a time, in this order. They use run_maven and run_step;
# judge the results when all are done.
lanes() {
  local most=$1 lane running=0 in_lanes=yes
  shift
  for lane in "$@"; do
    if ((running == most)); then
      wait -n || true
      running=$((running - 1))
    fi
    # shellcheck disable=SC2086 # a command and its words
    $lane &
    running=$((running + 1))
  done
  wait
}
