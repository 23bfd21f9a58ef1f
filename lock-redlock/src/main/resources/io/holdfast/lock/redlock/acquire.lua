-- acquire: the vote of a node: grants the lock to one acquisition, or queues it, as a plain lock does; and agrees to
-- the tokens proposed with the question, if it can. It reports its epoch and its highest token, so that the asker can
-- judge both.
-- Reply  {'ACQUIRED', first_token, last_token, others_waiting, memory}
--      | {'QUEUED', seq, arrival, holder_ms_left, listeners at my inbox, with r, or -1, memory}
--      | {'HELD', holder_ms_left, holder_id, memory} | {'DEAD'}
--        memory   'agreed highest sure epoch'
--        agreed   1 if the two tokens are the proposed block; 0 if they are no tokens
--        highest  token that this node had agreed to before
--        sure     1 if it cannot have forgotten a higher one, else 0 (epoch.lua)
-- Cost   O(log n) in the tickets.  Repeat: answers as the first time, or agrees to other tokens; queues once.
-- Model: docs/spec/redlock_token.pml, grant_validity.pml, attempt_tombstone.pml
local lock_key     = KEYS[1]           -- hash   id, token, last: the holder; agreed: so these are tokens
local queue_key    = KEYS[2]           -- zset   tickets and ledger (ledger.lua, epoch.lua)
local node_key     = KEYS[3]           -- string or nil; the epoch (epoch.lua); nil without quarantine
local id           = ARGV[1]           -- string clientId:n:claim lease in ms; holder, ticket, tombstone
local lease_ms     = tonumber(ARGV[2]) -- number lease
local flags        = ARGV[3]           -- string w: may wait  r: again, so echo and tell the holder
local retention_s  = tonumber(ARGV[4]) -- number how long the ledger remembers
local inbox_prefix = ARGV[5]           -- string channel prefix; a clientId makes it an inbox
local old_arrival  = tonumber(ARGV[6] or '') -- number or nil; my arrival number, if once told
local proposed     = ARGV[7]           -- string or nil; 'first last': a block of tokens, by guess

-- @include numbers.lua
-- @include epoch.lua
-- @include vote_at_once.lua

local epoch = epoch_of(node_key) -- a missing right to read it shows before anything is written
local is_again = string.find(flags, 'r', 1, true) ~= nil
local first, last = string.match(proposed or '', '^(%d+) (%d+)$')
local at_once = first and not is_again
  and vote_at_once(lock_key, queue_key, id, lease_ms, retention_s, first, last, epoch)
if at_once then
  return at_once -- skips the rest of this text: defining it costs more than all the work so far
end

-- @include ledger.lua
-- @include foreign.lua
-- @include condition.lua
-- @include grant.lua
-- @include ask.lua
-- @include accepting.lua

local not_ours_answer = foreign(lock_key, queue_key)
if not_ours_answer then
  return not_ours_answer
end
local may_wait = string.find(flags, 'w', 1, true) ~= nil
if is_again then
  redis.call('EXPIRE', queue_key, retention_s) -- the first write takes no memory: a waiter must be heard
end
local reply = ask(
  lock_key, queue_key, id, lease_ms, retention_s, may_wait, is_again, old_arrival)
if reply[1] == 'QUEUED' then
  reply[5] = is_again and echo(client_of(id)) or -1
end
if reply[1] ~= 'DEAD' then
  local scores = redis.call('ZMSCORE', queue_key, '#token', '#epoch')
  local highest, is_sure = remembered(scores[1], scores[2], epoch, retention_s)
  local has_agreed = false
  if reply[1] == 'ACQUIRED' and first and is_sure then
    has_agreed = accept(lock_key, queue_key, id, first, last, retention_s, highest, is_sure)[1] == 'ACCEPTED'
  end
  if has_agreed then
    reply[2], reply[3] = tonumber(first), tonumber(last)
  end
  reply[#reply + 1] = table.concat({has_agreed and '1' or '0', text(highest), is_sure and '1' or '0', epoch or ''}, ' ')
end
return reply
