-- inspect: who holds the lock for how long, and how many wait. Changes nothing.
-- Reply  {'FREE', tickets} | {'HELD', tickets, holder_id, first_token, holder_ms_left}
-- Cost   O(log n) in the tickets.  Repeat: asks again.
local lock_key  = KEYS[1] -- hash   id, token, last: the holder
local queue_key = KEYS[2] -- zset   tickets and ledger (ledger.lua)

local tickets = redis.call('ZCOUNT', queue_key, '(0', '+inf')
local holder = redis.call('HMGET', lock_key, 'id', 'token')
if not holder[1] then
  return {'FREE', tickets}
end
return {'HELD', tickets, holder[1], tonumber(holder[2]), redis.call('PTTL', lock_key)}
