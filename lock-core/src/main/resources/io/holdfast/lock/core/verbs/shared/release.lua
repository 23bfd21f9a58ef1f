-- release: where several can hold at a time, ends one acquisition, held or queued, and grants what is free to the
-- waiters.
-- Reply  {'RELEASED' | 'NOT_HELD'}
-- Cost   O(log n) for each ticket that is granted, O(h) in the holders, if anybody waits.
-- Repeat: releases nothing twice.
-- The first write is ZREM, so it works on a server that is out of memory.
-- Model: docs/spec/grant_validity.pml, attempt_tombstone.pml, handover.pml
local lock_key     = KEYS[1]           -- of the kind
local queue_key    = KEYS[2]           -- zset   tickets and ledger (ledger.lua)
local ids          = ARGV[1]           -- string the acquisition to end, and those that it served, with blanks
local flags        = ARGV[2]           -- string t: leave a tombstone  c: cluster
local retention_s  = tonumber(ARGV[3]) -- number how long the ledger remembers
local inbox_prefix = ARGV[4]           -- string channel prefix; a clientId makes it an inbox

-- @include end_at_once.lua

local has_ended, waiting = end_at_once(lock_key, queue_key, ids, flags)
if has_ended then
  return {'RELEASED'} -- skips the rest of this text: defining it costs more than all the work so far
end

-- @include hand_at_once.lua

if waiting and hand_at_once(lock_key, queue_key, ids, flags, waiting) then
  return {'RELEASED'}
end

-- @include ledger.lua
-- @include foreign.lua
-- @include grant.lua
-- @include served.lua

local id = string.match(ids, '^%S+')
local was_held = end_hold(lock_key, queue_key, id)
local not_ours_answer = foreign(lock_key, queue_key)
if not_ours_answer then
  return not_ours_answer -- reported when the hold has ended
end
if not was_held then
  redis.call('ZREM', queue_key, id)
end
drop_served(lock_key, queue_key, ids)
if string.find(flags, 't', 1, true) then
  local now = now_micros()
  redis.call('ZADD', queue_key, text(-now), id)
  trim(queue_key, now)
  redis.call('EXPIRE', queue_key, retention_s)
end
grant_next(lock_key, queue_key, nil, 0)
return {was_held and 'RELEASED' or 'NOT_HELD'}
