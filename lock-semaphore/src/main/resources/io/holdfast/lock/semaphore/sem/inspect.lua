-- inspect: how many permits are free, and how many wait. Changes nothing.
-- Reply  {'FREE', waiting, there: 1 | 0, size, permits}
-- Cost   O(n) in the first 1000 tickets.  Repeat: asks again.
-- Model: none, as it changes nothing (docs/spec)
local lock_key    = KEYS[1] -- hash   permits, size (balance.lua)
local queue_key   = KEYS[2] -- zset   tickets and ledger (ledger.lua)
local entries_key = KEYS[3] -- zset   entries of promised permits

-- @include ledger.lua
-- @include foreign.lua
-- @include living.lua
-- @include entries.lua
-- @include balance.lua

local not_ours_answer = foreign(lock_key, queue_key)
if not_ours_answer then
  return not_ours_answer
end
local balance = redis.call('HMGET', lock_key, 'permits', 'size')
local waiting = living(queue_key)
if not balance[1] then
  return {'FREE', waiting, 0, 0, 0}
end
return {'FREE', waiting, 1, tonumber(balance[2]), free_permits(lock_key, entries_key, now_micros())}
