-- ask_blocked: what a client has told of its blocked threads, and how long ago. Changes nothing.
-- Reply  {text, ms_ago}, empty and 0 if nothing
-- Cost   O(length of the text).  Repeat: asks again.
-- Model: none, as it changes nothing (docs/spec)
local blocked_key = KEYS[1] -- string   <ms>|<text> (tell_blocked.lua)

local told = redis.call('GET', blocked_key)
local told_ms, text = string.match(told or '', '^(%d+)|(.*)$')
if not told_ms then
  return {'', 0}
end
local time = redis.call('TIME')
local now_ms = time[1] * 1000 + math.floor(time[2] / 1000)
return {text, math.max(0, now_ms - tonumber(told_ms))}
