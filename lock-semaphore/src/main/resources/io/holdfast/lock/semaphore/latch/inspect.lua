-- inspect: the count, and how many clients wait. Changes nothing.
-- Reply  {'FREE', waiting, there: 1 | 0, initial count, count}
-- Cost   O(n) in the first 1000 tickets.  Repeat: asks again.
-- Model: none, as it changes nothing (docs/spec)
local lock_key  = KEYS[1] -- hash   count, initial (count.lua)
local queue_key = KEYS[2] -- zset   tickets and ledger (ledger.lua)

-- @include ledger.lua
-- @include foreign.lua
-- @include living.lua

local not_ours_answer = foreign(lock_key, queue_key)
if not_ours_answer then
  return not_ours_answer
end
local numbers = redis.call('HMGET', lock_key, 'count', 'initial')
local waiting = living(queue_key)
if not numbers[1] then
  return {'FREE', waiting, 0, 0, 0}
end
return {'FREE', waiting, 1, tonumber(numbers[2]), tonumber(numbers[1])}
