-- roll: re-asserts the tickets that one client has at one lock, and reports their states.
-- Reply  {seq, holder_ms_left, listeners at my inbox, missing, when a ticket of my client was dropped last}
--        and, if the holder is of my client: id, first_token, last_token, ms_left, others_waiting
-- Cost   O(log n) in the tickets for each id that is named.  Repeat: the same; grants once.
-- A ticket that was dropped goes back to its old place; one that waited for a signal goes to the end of the lock's
-- queue: it wakes spuriously. A withdrawn one stays dead. A free lock is granted to the next.
-- Model: docs/spec/grant_validity.pml, handover.pml, condition.pml
local lock_key     = KEYS[1]           -- the holder (holder_key.lua); expires with the lease
local queue_key    = KEYS[2]           -- zset   tickets and ledger (ledger.lua)
local client       = ARGV[1]           -- string clientId
local flags        = ARGV[2]           -- string c: cluster  o: ordered
local retention_s  = tonumber(ARGV[3]) -- number how long the ledger remembers
local inbox_prefix = ARGV[4]           -- string channel prefix; a clientId makes it an inbox
local FIRST        = 5                 -- pairs from here: an id, its arrival number ('': it is only looked for)

-- @include ledger.lua
-- @include foreign.lua
-- @include condition.lua
-- @include grant.lua

local not_ours_answer, found = foreign(lock_key, queue_key)
if not_ours_answer then
  return not_ours_answer
end
local holder_id = found[1]
redis.call('EXPIRE', queue_key, retention_s) -- the first write takes no memory: a waiter must be heard
local now = now_micros()
local named = {'#seq'}
for i = FIRST, #ARGV, 2 do
  named[#named + 1] = ARGV[i]
end
local scores = redis.call('ZMSCORE', queue_key, unpack(named))
if not scores[1] then
  draw(queue_key, counter(), now, 1) -- a ledger that was lost: an old grant must not seem to be a new one
end
redis.call('ZADD', queue_key, text(-now), client)
local missing, queued = 0, 0
for i = 2, #named do
  local id = named[i]
  local place = tonumber(scores[i] or '0')
  if place == 0 and id ~= holder_id then
    local _, _, condition = parts(id)
    local arrival = ARGV[FIRST + 2 * (i - 2) + 1]
    if condition ~= '' and arrival ~= '' then -- where it stood after its signal is not known
      arrival = text(draw(queue_key, last_number(queue_key), now, 1))
    end
    if arrival ~= '' then
      inflate(lock_key, found)
      redis.call('ZADD', queue_key, arrival, id)
    end
    missing = missing + 1
  end
  if place >= 0 and place < PARKED then
    queued = queued + 1
  end
end
if missing > 0 then
  trim(queue_key, now)
end
redis.call('EXPIRE', queue_key, retention_s)
if not holder_id then
  local turn = grant_next(lock_key, queue_key, client, 0)
  if turn and client_of(turn) == client then
    claim(lock_key, queue_key, turn, now)
  end
elseif queued > 0 and client_of(holder_id) ~= client then
  tell_wanted(holder_id)
end
local left = ms_left(lock_key)
if left == -2 then
  left = tickets(queue_key) > 0 and again_ms or 60000 -- thousands of tickets looked at
end
local reply = {
  last_number(queue_key), left, echo(client), missing,
  -(tonumber(redis.call('ZSCORE', queue_key, '!' .. client) or '0'))}
local holder = read_holder(lock_key)
if holder[1] and client_of(holder[1]) == client then
  reply[6], reply[7], reply[8] = holder[1], tonumber(holder[2]), tonumber(holder[3])
  reply[9], reply[10] = redis.call('PTTL', lock_key), tickets(queue_key)
end
return reply
