-- tell_blocked: keeps for a while what a client tells of its blocked threads, with the time; an empty text ends that.
-- Reply  {1}
-- Cost   O(length of the text).  Repeat: the same, with a later time.
-- The first write is DEL, so a client that has none any more is believed on a server that is out of memory, too.
-- Model: none, as no lock depends on it (docs/spec)
local blocked_key = KEYS[1] -- string   <ms>|<text>
local text = ARGV[1]
local lasting_ms = ARGV[2]

redis.call('DEL', blocked_key)
if text ~= '' then
  local time = redis.call('TIME')
  local now_ms = time[1] * 1000 + math.floor(time[2] / 1000)
  redis.call('SET', blocked_key, string.format('%.0f|', now_ms) .. text, 'PX', lasting_ms)
end
return {1}
