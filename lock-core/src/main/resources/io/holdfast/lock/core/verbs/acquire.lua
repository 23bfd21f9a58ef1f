-- acquire: takes the lock for one acquisition, or queues it; also re-asserts a ticket.
-- Reply  first_token, of a thin hold without a ledger: an ACQUIRED with its block, and nobody waits
--      | {'ACQUIRED', first_token, last_token, others_waiting}
--      | {'QUEUED', seq, arrival, holder_ms_left [, listeners at my inbox, with r]}
--      | {'HELD', holder_ms_left, holder_id} | {'DEAD'}
-- Cost   O(log n) in the tickets.  Repeat: answers as the first time, draws nothing, queues once.
-- Model: docs/spec/grant_validity.pml, attempt_tombstone.pml, handover.pml
local lock_key     = KEYS[1]           -- the holder (holder_key.lua); expires with the lease
local queue_key    = KEYS[2]           -- zset   tickets and ledger (ledger.lua)
                                       -- KEYS[3]: of kinds with thin holds, the counter (counter.lua)
local id           = ARGV[1]           -- string clientId:n:claim lease in ms; holder, ticket, tombstone
local flags        = ARGV[3]           -- string w: may wait  r: again, so echo and tell the holder  c: cluster  o: ordered
local inbox_prefix = ARGV[5]           -- string channel prefix; a clientId makes it an inbox
local detail       = ARGV[7]           -- string or nil; further details for this kind; b: a whole block of tokens

-- @include take_thin.lua

local lease_ms     = tonumber(ARGV[2]) -- number lease
local retention_s  = tonumber(ARGV[4]) -- number how long the ledger remembers
local old_arrival  = tonumber(ARGV[6] or '') -- number or nil; my arrival number, if once told

-- @include take_at_once.lua

local is_again = string.find(flags, 'r', 1, true) ~= nil
local at_once, seen
if not is_again then
  at_once, seen = take_at_once(lock_key, queue_key, id, lease_ms, retention_s, found)
end
if at_once then
  return at_once -- skips the rest of this text: defining it costs more than all the work so far
end

-- @include queue_at_once.lua

local may_wait = string.find(flags, 'w', 1, true) ~= nil
local queued = may_wait and not is_again and not old_arrival
  and queue_at_once(lock_key, queue_key, id, seen, retention_s)
if queued then
  return queued
end

-- @include ledger.lua
-- @include foreign.lua
-- @include condition.lua
-- @include grant.lua
-- @include ask.lua

local not_ours_answer = foreign(lock_key, queue_key)
if not_ours_answer then
  return not_ours_answer
end
if is_again then
  redis.call('EXPIRE', queue_key, retention_s) -- the first write takes no memory: a waiter must be heard
end
local reply = ask(
  lock_key, queue_key, id, lease_ms, retention_s, may_wait, is_again,
  old_arrival, detail)
if reply[1] == 'QUEUED' and is_again then
  reply[5] = echo(client_of(id))
end
return reply
