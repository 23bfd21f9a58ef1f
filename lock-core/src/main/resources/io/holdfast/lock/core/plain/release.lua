-- release: ends one acquisition, held or queued, grants the lock to the next, and, if asked to,
-- queues the client again under a new id, behind those who wait.
-- Reply  {'RELEASED' | 'NOT_HELD'} and, with a new id, what `ask` answers for it behind that word.
-- Cost   O(log n) in the tickets.  Repeat: releases nothing twice, queues nothing twice.
-- The first write is DEL or ZREM, so it works on a server that is out of memory.
local lock_key     = KEYS[1]           -- hash   id, token, last: the holder; expires with the lease
local queue_key    = KEYS[2]           -- zset   tickets and ledger (ledger.lua)
local id           = ARGV[1]           -- string the acquisition to end
local flags        = ARGV[2]           -- string t: leave a tombstone  c: cluster
local retention_s  = tonumber(ARGV[3]) -- number how long the ledger remembers
local inbox_prefix = ARGV[4]           -- string channel prefix; a clientId makes it an inbox
local next_id      = ARGV[5]           -- string or nil; queue again under this id
local next_lease   = tonumber(ARGV[6] or '') -- number or nil; its lease

-- @include ledger.lua
-- @include grant.lua
-- @include ask.lua

local is_cluster = string.find(flags, 'c', 1, true) ~= nil
local holder = redis.call('HGET', lock_key, 'id')
local was_held = holder == id
if was_held then
  redis.call('DEL', lock_key)
else
  redis.call('ZREM', queue_key, id)
end
if string.find(flags, 't', 1, true) then
  local now = now_micros()
  redis.call('ZADD', queue_key, text(-now), id)
  trim(queue_key, now, retention_s)
  redis.call('EXPIRE', queue_key, retention_s)
end
if was_held or not holder then
  grant_next(lock_key, queue_key, inbox_prefix, is_cluster, nil, next_id and 1 or 0)
end

local reply = {was_held and 'RELEASED' or 'NOT_HELD'}
if next_id then
  local answer = ask(
    lock_key, queue_key, next_id, next_lease, retention_s, inbox_prefix, is_cluster, true, false, nil)
  for _, item in ipairs(answer) do
    reply[#reply + 1] = item
  end
end
return reply
