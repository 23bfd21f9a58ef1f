-- inspect: who holds the lock for how long, and how many wait. Changes nothing.
-- Reply  {'FREE', waiting} | {'HELD', waiting, holder_id, first_token, holder_ms_left}
-- Cost   O(n) in the first 1000 tickets.  Repeat: asks again.
-- Model: none, as it changes nothing (docs/spec)
local lock_key  = KEYS[1] -- the holder (holder_key.lua)
local queue_key = KEYS[2] -- zset   tickets and ledger (ledger.lua)

-- @include ledger.lua
-- @include foreign.lua
-- @include living.lua

local not_ours_answer, holder = foreign(lock_key, queue_key)
if not_ours_answer then
  return not_ours_answer
end
local waiting = living(queue_key)
if not holder[1] then
  return {'FREE', waiting}
end
return {'HELD', waiting, holder[1], tonumber(holder[2]), redis.call('PTTL', lock_key)}
