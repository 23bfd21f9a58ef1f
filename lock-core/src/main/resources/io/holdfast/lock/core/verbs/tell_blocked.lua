-- tell_blocked: keeps for a while what a client tells of its blocked threads, and says what time it is; an empty text ends that.
-- Reply  {ms}
-- Cost   O(length of the text).  Repeat: the same, for as long again.
-- Model: none, as no lock depends on it (docs/spec)
local blocked_key = KEYS[1] -- string   <text>
local text = ARGV[1]
local lasting_ms = ARGV[2]

if text == '' then
  redis.call('DEL', blocked_key)
else
  redis.call('SET', blocked_key, text, 'PX', lasting_ms)
end
local time = redis.call('TIME')
return {time[1] * 1000 + math.floor(time[2] / 1000)}
