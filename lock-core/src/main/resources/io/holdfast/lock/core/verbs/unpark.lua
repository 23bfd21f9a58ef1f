-- unpark: moves a waiter for a signal to the queue of the lock, as its time is over or it was interrupted. Also for one
-- whose place is not known.
-- Reply  {'PARKED' | 'SIGNALLED'}: where it stood; behind that word what `ask` answers.
-- Cost   O(log n) in the tickets.  Repeat: moves nothing, and says the same.
-- Model: docs/spec/condition.pml
local lock_key     = KEYS[1]           -- the holder (holder_key.lua); expires with the lease
local queue_key    = KEYS[2]           -- zset   tickets and ledger (ledger.lua)
                                       -- KEYS[3]: of kinds with thin holds, the counter (counter.lua)
local id           = ARGV[1]           -- string clientId:n:claim:condition
local lease_ms     = tonumber(ARGV[2]) -- number lease
local flags        = ARGV[3]           -- string c: cluster  o: ordered
local retention_s  = tonumber(ARGV[4]) -- number how long the ledger remembers
local inbox_prefix = ARGV[5]           -- string channel prefix; a clientId makes it an inbox

-- @include ledger.lua
-- @include foreign.lua
-- @include condition.lua
-- @include grant.lua
-- @include ask.lua

local not_ours_answer = foreign(lock_key, queue_key)
if not_ours_answer then
  return not_ours_answer
end
local place = tonumber(redis.call('ZSCORE', queue_key, id) or '0')
local was_parked = place > PARKED
if was_parked then
  local now = now_micros()
  unpark(queue_key, {id}, now)
  redis.call('ZADD', queue_key, text(-now), moved_by_itself(id))
else
  was_parked = redis.call('ZSCORE', queue_key, moved_by_itself(id)) ~= false
end
local reply = {was_parked and 'PARKED' or 'SIGNALLED'}
local answer = ask(
  lock_key, queue_key, id, lease_ms, retention_s, true, true, nil, nil)
if answer.err then
  return answer
end
for _, item in ipairs(answer) do
  reply[#reply + 1] = item
end
return reply
