# Ends the guarded command when its guard has gone, in whatever way: then our input ends.
# Input  one line a change: the ids of the processes that end with the guard; an empty line when none is left
# $1     the signal that ends them
# $2     HOLDFAST_GUARD of the command, by which we find one whose id the guard could not tell any more
# $3     what the command runs under: lock or pool, and its name

# What is sent to the whole process group, from a terminal for instance, is not for us.
number=1
while [ "$number" -le 64 ]; do
  command trap '' "$number" 2>/dev/null
  number=$((number + 1))
done
command trap - CHLD

# Lines "id parent", of all processes.
parents() {
  if [ -r /proc/self/stat ]; then
    for file in /proc/[0-9]*/stat; do
      { read -r line <"$file"; } 2>/dev/null || continue # it has just ended
      id=${file#/proc/}
      # shellcheck disable=SC2086  # fields: state, parent, ...
      set -- ${line##*) }
      echo "${id%/stat} $2"
    done
  else
    ps -A -o pid= -o ppid=
  fi
}

marked() {
  for file in $(grep -ls "HOLDFAST_GUARD=$1" /proc/[0-9]*/environ); do
    id=${file#/proc/}
    echo "${id%/environ}"
  done
}

echo ready
exec >&-
ids='?'
while read -r line; do
  ids=$line
done

if [ "$ids" = '?' ]; then
  ids=$(marked "$2")
  if [ -z "$ids" ]; then
    sleep 1 # it may be about to become the command
    ids=$(marked "$2")
  fi
fi
[ -n "$ids" ] || exit 0

table=$(parents)
# shellcheck disable=SC2086  # on one line
set -- "$1" "$3" $ids
signal=$1 lock=$2
shift 2
all=" $* "
before=
while [ "$all" != "$before" ]; do
  before=$all
  while read -r id parent; do
    case $all in
      *" $id "*) ;;
      *" $parent "*) all="$all$id " ;;
    esac
  done <<END
$table
END
done
# shellcheck disable=SC2086  # several ids
kill -s "$signal" $all 2>/dev/null
printf "holdfast: 'holdfast run' has ended without releasing %s; sent SIG%s to the command and what it started\n" \
  "$lock" "$signal" >&2
