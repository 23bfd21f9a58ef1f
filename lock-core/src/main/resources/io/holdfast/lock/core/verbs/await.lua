-- await: releases the lock and waits for a signal, in one step; then grants the lock to the next.
-- Reply  {'RELEASED' | 'NOT_HELD'} and, behind that word, what `ask` answers for the new id: mostly
--        'QUEUED', seq, arrival, holder_ms_left; 'GONE' if the lock was not held, and nothing was done.
-- Cost   O(log n) in the tickets.  Repeat: releases and parks nothing twice.
-- The first write is DEL, so it works on a server that is out of memory.
-- Model: docs/spec/condition.pml
local lock_key     = KEYS[1]           -- the holder (holder_key.lua); expires with the lease
local queue_key    = KEYS[2]           -- zset   tickets and ledger (ledger.lua)
                                       -- KEYS[3]: of kinds with thin holds, the counter (counter.lua)
local ids          = ARGV[1]           -- string the acquisition that holds the lock, and those that it served
local flags        = ARGV[2]           -- string t: leave a tombstone of it  l, p: see release  c, o: see grant_next
local retention_s  = tonumber(ARGV[3]) -- number how long the ledger remembers
local inbox_prefix = ARGV[4]           -- string channel prefix; a clientId makes it an inbox
local id           = ARGV[5]           -- string the acquisition that waits: clientId:n:claim:condition
local lease_ms     = tonumber(ARGV[6]) -- number its lease, if it turns out to be the holder

-- @include ledger.lua
-- @include foreign.lua
-- @include condition.lua
-- @include grant.lua
-- @include served.lua

local not_ours_answer, holder = foreign(lock_key, queue_key)
if not_ours_answer then
  return not_ours_answer
end
local held_id = string.match(ids, '^%S+')
local now = now_micros()
local pays = string.find(flags, 'p', 1, true) ~= nil
if pays then
  rouse(queue_key, now) -- before it is parked itself
end
local place = tonumber(redis.call('ZSCORE', queue_key, id) or '0')
local status = 'NOT_HELD'
if select(3, parts(held_id)) ~= '' then
  redis.call('ZREM', queue_key, moved_by_itself(held_id))
end
local must_grant = drop_served(lock_key, queue_key, ids, holder[1])
if place == 0 and end_hold(lock_key, queue_key, held_id, holder[1], flags) then
  status = 'RELEASED'
  place = PARKED + draw(queue_key, last_number(queue_key), now, 1)
  redis.call('ZADD', queue_key, text(place), id)
  redis.call('EXPIRE', queue_key, retention_s)
  must_grant = true
elseif pays and holder[1] then
  tell_wanted(holder[1])
elseif pays then
  must_grant = true
end
if place > 0 then
  redis.call('ZADD', queue_key, text(-now), client_of(id)) -- also by a repeat: the client's silence counts from it
end
local seq = last_number(queue_key) -- read before the grant: that may be to this id, and must not seem older
if must_grant then
  grant_next(lock_key, queue_key, nil, 0)
end
if string.find(flags, 't', 1, true) then
  redis.call('ZADD', queue_key, text(-now), held_id)
  redis.call('EXPIRE', queue_key, retention_s)
  trim(queue_key, now)
end
if holder[1] == id then
  keep_alive(lock_key, lease_ms)
  return {status, 'ACQUIRED', tonumber(holder[2]), tonumber(holder[3]), tickets(queue_key)}
elseif place < 0 then
  return {status, 'DEAD'}
elseif place == 0 then
  return {status, 'GONE'}
end
return {status, 'QUEUED', seq, place % PARKED, ms_left(lock_key)}
