# Kills and deletes what a JVM has left when it ends without good-bye: then our input ends.
# Lines  guard <key> <pid or -> <start time or -> <directory or ->  |  release <key>
trap '' HUP INT QUIT TERM PIPE
kept=

without() {
  printf '%s' "$kept" | while read -r key rest; do
    [ "$key" = "$1" ] || printf '%s %s\n' "$key" "$rest"
  done
}

# Whether the process is the one that was meant: ids are used again, start times are not.
is_meant() {
  [ "$2" = - ] && return 0
  [ -r "/proc/$1/stat" ] || return 1
  set -- "$2" $(sed 's/.*) //' "/proc/$1/stat")
  [ "$1" = "${21}" ]
}

while read -r verb line; do
  case $verb in
    guard) kept="$kept$line
" ;;
    release) kept=$(without "$line")
      [ -z "$kept" ] || kept="$kept
" ;;
  esac
done

printf '%s' "$kept" | while read -r key pid start directory; do
  [ "$pid" = - ] || ! is_meant "$pid" "$start" || kill -KILL "$pid" 2>/dev/null
done
printf '%s' "$kept" | while read -r key pid start directory; do
  case $directory in
    */holdfast-*) rm -rf -- "$directory" ;;
  esac
done
