-- ask_blocked: what a client has told of its blocked threads, and what time it is. Changes nothing.
-- Reply  {text, ms}; the text is empty if there is nothing
-- Cost   O(length of the text).  Repeat: asks again.
-- Model: none, as it changes nothing (docs/spec)
local blocked_key = KEYS[1] -- string   <text>

local text = redis.call('GET', blocked_key)
local time = redis.call('TIME')
return {text or '', time[1] * 1000 + math.floor(time[2] / 1000)}
