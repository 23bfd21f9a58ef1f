-- change: makes a pool larger or smaller, and grants free permits to the waiters.
-- Reply  {permits that are not out, how many there are, 1}
-- Cost   O(log n) for each ticket that is granted, O(h) in the holders.  Repeat: the same.
-- An earlier request of a client that arrives after a later one does nothing.
-- The first write takes no memory: a server out of memory may need just this change.
-- Model: none; it does what a grant does
local lock_key     = KEYS[1] -- hash   size, pool (permits.lua)
local queue_key    = KEYS[2] -- zset   tickets and ledger (ledger.lua)
local flags        = ARGV[1] -- string c: cluster
local retention_s  = tonumber(ARGV[2]) -- number how long the ledger remembers
local inbox_prefix = ARGV[3] -- string channel prefix; a clientId makes it an inbox
local request      = ARGV[4] -- string clientId:number
local size         = ARGV[6] -- string the new size

-- @include ledger.lua
-- @include foreign.lua
-- @include condition.lua
-- @include grant.lua

-- Whether the last change was a later one of the same client.
local function is_late(lock_key, request)
  local client, number = string.match(redis.call('HGET', lock_key, 'resized') or '', '^([^:]*):(%d+)$')
  return client == client_of(request) and tonumber(number) > tonumber(string.match(request, ':(%d+)$'))
end

local not_ours_answer = foreign(lock_key, queue_key)
if not_ours_answer then
  return not_ours_answer
end
local now = now_micros()
redis.call('EXPIRE', queue_key, retention_s)
if not is_late(lock_key, request) then
  set_size(lock_key, queue_key, entries_key, size)
  redis.call('HSET', lock_key, 'resized', request)
  grant_next(lock_key, queue_key, nil, 0)
end
local there_are, each_is_one = size_of(lock_key)
return {there_are - taken(entries_key, now, each_is_one), there_are, 1}
