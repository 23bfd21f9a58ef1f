-- acquire: the vote of a node: grants the lock to one acquisition, or queues it, as a plain lock does; and agrees to
-- the tokens that are proposed along with the question, if it can. Who reads its own block in the answer knows that.
-- Reply  {'ACQUIRED', first_token, last_token, others_waiting}
--      | {'QUEUED', seq, arrival, holder_ms_left [, listeners at my inbox, with r]}
--      | {'HELD', holder_ms_left, holder_id} | {'DEAD'}
-- Cost   O(log n) in the tickets.  Repeat: answers as the first time, or agrees to other tokens; queues once.
-- Model: docs/spec/redlock_token.pml, grant_validity.pml, attempt_tombstone.pml
local lock_key     = KEYS[1]           -- hash   id, token, last: the holder; expires with the lease
local queue_key    = KEYS[2]           -- zset   tickets and ledger (ledger.lua)
local id           = ARGV[1]           -- string clientId:n:claim lease in ms; holder, ticket, tombstone
local lease_ms     = tonumber(ARGV[2]) -- number lease
local flags        = ARGV[3]           -- string w: may wait  r: again, so echo and tell the holder
local retention_s  = tonumber(ARGV[4]) -- number how long the ledger remembers
local inbox_prefix = ARGV[5]           -- string channel prefix; a clientId makes it an inbox
local old_arrival  = tonumber(ARGV[6] or '') -- number or nil; my arrival number, if once told
local proposed     = ARGV[7]           -- string or nil; 'first last': a block of tokens

-- @include ledger.lua
-- @include condition.lua
-- @include grant.lua
-- @include ask.lua
-- @include accepting.lua

local may_wait = string.find(flags, 'w', 1, true) ~= nil
local is_again = string.find(flags, 'r', 1, true) ~= nil
if is_again then
  redis.call('EXPIRE', queue_key, retention_s) -- the first write takes no memory: who waits must be heard
end
local reply = ask(
  lock_key, queue_key, id, lease_ms, retention_s, inbox_prefix, flags, may_wait, is_again, old_arrival, proposed)
if reply[1] == 'QUEUED' and is_again then
  reply[5] = redis.call('PUBLISH', inbox_prefix .. client_of(id), 'echo')
end
if reply[1] == 'ACQUIRED' and proposed then -- before, perhaps, with other tokens
  local first, last = string.match(proposed, '^(%d+) (%d+)$')
  if reply[2] ~= tonumber(first) and accept(lock_key, queue_key, id, first, last, retention_s)[1] == 'ACCEPTED' then
    reply[2], reply[3] = tonumber(first), tonumber(last)
  end
end
return reply
