-- inspect: who holds the lock for how long, and how many wait. Changes nothing.
-- Reply  {'FREE', waiting} | {'HELD', waiting, holder_id, first_token, holder_ms_left}
-- Cost   O(n) in the first 1000 tickets.  Repeat: asks again.
-- Model: none, as it changes nothing (docs/spec)
local lock_key  = KEYS[1] -- hash   id, token, last: the holder
local queue_key = KEYS[2] -- zset   tickets and ledger (ledger.lua)

-- @include ledger.lua
-- @include living.lua

local waiting = living(queue_key)
local holder = redis.call('HMGET', lock_key, 'id', 'token')
if not (holder[1] and tonumber(holder[2] or '')) then
  if redis.call('EXISTS', lock_key) == 1 then
    return redis.error_reply('WRONGTYPE the key of the lock is a hash of something else')
  end
  return {'FREE', waiting}
end
return {'HELD', waiting, holder[1], tonumber(holder[2]), redis.call('PTTL', lock_key)}
