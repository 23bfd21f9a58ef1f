-- inspect: the holders of permits, how many each has and for how long, and how many wait. Changes nothing.
-- Reply  {'FREE', waiting, there: 1 | 0, size, permits not out} and for each holder: id, 0, ms_left
-- Cost   O(n) in the first 1000 tickets, O(h) in the holders.  Repeat: asks again.
-- Model: none, as it changes nothing (docs/spec)
local lock_key    = KEYS[1] -- hash   size, pool (permits.lua)
local queue_key   = KEYS[2] -- zset   tickets and ledger (ledger.lua)
local entries_key = KEYS[3] -- zset   entries of the holders of permits (entries.lua)

-- @include ledger.lua
-- @include foreign.lua
-- @include living.lua
-- @include entries.lua
-- @include permits.lua

local not_ours_answer = foreign(lock_key, queue_key)
if not_ours_answer then
  return not_ours_answer
end
local now = now_micros()
local size, each_is_one = size_of(lock_key)
local out = taken(entries_key, now, each_is_one)
local reply = {'FREE', living(queue_key), size > 0 and 1 or 0, size, size - out}
for _, id in ipairs(entries(entries_key, now)) do
  reply[#reply + 1] = id
  reply[#reply + 1] = 0
  reply[#reply + 1] = entry_until(entries_key, id, now) - math.floor(now / 1000)
end
return reply
