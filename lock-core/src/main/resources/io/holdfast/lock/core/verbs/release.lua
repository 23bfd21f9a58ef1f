-- release: ends one acquisition, held or queued, grants the lock to the next, and, if asked to,
-- queues the client again under a new id, behind the waiters.
-- Reply  {'RELEASED' | 'NOT_HELD'} and, with a new id, behind that word what `ask` answers for it.
-- Cost   O(log n) in the tickets.  Repeat: releases nothing twice, queues nothing twice.
-- The first write is DEL, ZREM or PEXPIRE, so it works on a server that is out of memory.
-- Model: docs/spec/grant_validity.pml, attempt_tombstone.pml, handover.pml
local lock_key     = KEYS[1]           -- the holder (holder_key.lua); expires with the lease
local queue_key    = KEYS[2]           -- zset   tickets and ledger (ledger.lua)
                                       -- KEYS[3]: of kinds with thin holds, the counter (counter.lua)
local ids          = ARGV[1]           -- string the acquisition to end, and those that it served, with blanks
local flags        = ARGV[2]           -- string t: leave a tombstone  l: it may owe a signal  p: it pays all waiters
                                       --        for one, even if another id holds the lock  c, o: see grant_next
local retention_s  = tonumber(ARGV[3]) -- number how long the ledger remembers
local inbox_prefix = ARGV[4]           -- string channel prefix; a clientId makes it an inbox
local next_id      = ARGV[5]           -- string or nil; queue again under this id
local next_lease   = tonumber(ARGV[6] or '') -- number or nil; its lease

-- @include end_at_once.lua

local has_ended, waiting = false, nil
if not next_id then
  has_ended, waiting = end_at_once(lock_key, queue_key, ids, flags)
end
if has_ended then
  return {'RELEASED'} -- skips the rest of this text: defining it costs more than all the work so far
end

-- @include hand_at_once.lua

if waiting and hand_at_once(lock_key, queue_key, ids, flags, waiting) then
  return {'RELEASED'}
end

-- @include ledger.lua
-- @include foreign.lua
-- @include condition.lua
-- @include grant.lua
-- @include served.lua
-- @include ask.lua

local id = string.match(ids, '^%S+')
local _, _, condition = parts(id)
local not_ours_answer, found = foreign(lock_key, queue_key)
local holder = found[1]
if not_ours_answer then
  end_hold(lock_key, queue_key, id, holder, 'l') -- the error is reported when the hold has ended
  return not_ours_answer
end
local was_held = end_hold(lock_key, queue_key, id, holder, flags)
local was_signalled = false
if condition ~= '' then
  redis.call('ZREM', queue_key, moved_by_itself(id))
end
if not was_held then
  if condition ~= '' then
    local place = tonumber(redis.call('ZSCORE', queue_key, id) or '0')
    was_signalled = place > 0 and place < PARKED
  end
  redis.call('ZREM', queue_key, id)
end
if drop_served(lock_key, queue_key, ids, holder) then
  holder = false
end
if was_signalled then -- and does not take the lock
  local moved = signal(queue_key, condition, 1, now_micros())
  if moved > 0 and holder then
    tell_wanted(holder)
  end
end
if string.find(flags, 'p', 1, true) then -- a failover may have lost its signals
  rouse(queue_key, now_micros())
  if holder then
    tell_wanted(holder)
  end
end
if string.find(flags, 't', 1, true) then
  local now = now_micros()
  redis.call('ZADD', queue_key, text(-now), id)
  trim(queue_key, now)
  redis.call('EXPIRE', queue_key, retention_s)
end
if was_held or is_free(lock_key, holder) then
  grant_next(lock_key, queue_key, nil, next_id and 1 or 0)
end

local reply = {was_held and 'RELEASED' or 'NOT_HELD'}
if next_id then
  local answer = ask(
    lock_key, queue_key, next_id, next_lease, retention_s, true, false, nil, nil)
  if answer.err then
    return answer
  end
  for _, item in ipairs(answer) do
    reply[#reply + 1] = item
  end
end
return reply
