-- end_thin: ends a thin hold if nobody waits, neither for the lock nor for a signal. It leaves nothing behind.
-- Reply  1 if it was held, and has ended; 0 if the case may be another one, and nothing was done
-- Cost   O(1).  Repeat: does nothing.
-- Its one write is DEL, so it works on a server that is out of memory.
-- Model: docs/spec/grant_validity.pml, thin.pml
local lock_key  = KEYS[1] -- string  id, blank, token: the holder (holder_key.lua); expires with the lease
local queue_key = KEYS[2] -- zset    tickets and ledger (ledger.lua); mostly not there
local id        = ARGV[1] -- string  clientId:n:claim lease in ms

local has_ledger = redis.call('EXISTS', queue_key) == 1
if has_ledger and redis.pcall('ZCOUNT', queue_key, '(0', '+inf') ~= 0 then
  return 0
end
local holder = redis.pcall('GET', lock_key)
if type(holder) == 'table' then -- a hash: somebody has waited, or it is lost, and another has it
  holder = redis.pcall('HGET', lock_key, 'id') == id and id .. ' '
end
if not holder or string.find(holder, id .. ' ', 1, true) ~= 1 then
  return 0
end
redis.call('DEL', lock_key)
if has_ledger then
  redis.call('ZREM', queue_key, '#dirty') -- owed to nobody
end
return 1
