# Kills and deletes what a JVM has left when it ends without good-bye: then our input ends.
# Lines  guard <key> <pid or -> <start time or -> <directory or ->  |  release <key>
trap '' HUP INT QUIT TERM PIPE
last=0 # the highest key; what is kept of key 7 is in $kept_7

# Whether the process is the one that was meant: ids are used again, start times are not.
is_meant() {
  [ "$2" = - ] && return 0
  [ -r "/proc/$1/stat" ] || return 1
  set -- "$2" $(sed 's/.*) //' "/proc/$1/stat")
  [ "$1" = "${21}" ]
}

# Without a process of its own for each line: there are thousands, and a fork costs more than all else here.
while read -r verb key rest; do
  case $key in '' | *[!0-9]*) continue ;; esac
  case $verb in
    guard)
      eval "kept_$key=\${kept_$key:-}\$rest'
'"
      [ "$key" -le "$last" ] || last=$key
      ;;
    release) unset "kept_$key" ;;
  esac
done

kept=
key=0
while [ "$key" -lt "$last" ]; do
  key=$((key + 1))
  eval "kept=\$kept\${kept_$key:-}"
done
printf '%s' "$kept" | while read -r pid start directory; do
  [ "$pid" = - ] || ! is_meant "$pid" "$start" || kill -KILL "$pid" 2>/dev/null
done
printf '%s' "$kept" | while read -r pid start directory; do
  case $directory in
    */holdfast-*) rm -rf -- "$directory" ;;
  esac
done
