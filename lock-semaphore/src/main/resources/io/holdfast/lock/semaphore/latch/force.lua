-- force: deletes a latch. Waiters are told, and would find their tickets withdrawn.
-- Reply  {'FORCED', number of the deletion (memory.lua)} | {'FREE', the same} if there was nothing
-- Cost   O(n log n) in the tickets.  Repeat: the same.
-- Model: none; it ends everything
local lock_key     = KEYS[1] -- hash   count, initial (count.lua)
local queue_key    = KEYS[2] -- zset   tickets and ledger (ledger.lua)
local flags        = ARGV[1] -- string c: cluster  h, {tag}: see tell.lua
local inbox_prefix = ARGV[2] -- string channel prefix; a clientId makes it an inbox

-- @include ledger.lua
-- @include foreign.lua
-- @include memory.lua
-- @include withdraw.lua

local not_ours_answer = foreign(lock_key, queue_key)
if not_ours_answer then
  return not_ours_answer
end
local ids = redis.call('ZRANGE', queue_key, '(0', '+inf', 'BYSCORE')
local was_there = redis.call('DEL', lock_key) > 0
local now = now_micros()
withdraw(queue_key, ids, now)
return {was_there and 'FORCED' or 'FREE', remember_deletion(queue_key, now)}
