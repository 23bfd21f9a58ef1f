-- force: takes the lock away from its holder, tells it, wakes the waiters that it might have signalled, and grants the
-- lock to the next. With an id: only if that is the holder.
-- Reply  {'FORCED'} | {'FREE'} | {'NOT_HELD'}: another id holds it, and keeps it
-- Cost   O(log n) in the tickets.  Repeat: takes it from the holder of that moment; with an id: does nothing.
-- Model: docs/spec/gate_cohort.pml, as far as the client loses its hold
local lock_key     = KEYS[1] -- the holder (holder_key.lua)
local queue_key    = KEYS[2] -- zset   tickets and ledger (ledger.lua)
local flags        = ARGV[1] -- string c: cluster  o: ordered
local inbox_prefix = ARGV[2] -- string channel prefix; a clientId makes it an inbox
local only         = ARGV[3] -- string or nil; the only acquisition id to take it from

-- @include ledger.lua
-- @include foreign.lua
-- @include condition.lua
-- @include grant.lua

local not_ours_answer, found = foreign(lock_key, queue_key)
if not_ours_answer then
  return not_ours_answer
end
local holder = found[1]
if not holder then
  return {'FREE'}
end
if only and only ~= holder then
  return {'NOT_HELD'}
end
redis.call('DEL', lock_key)
tell(holder, 'lost ' .. holder)
grant_next(lock_key, queue_key, nil, 0)
return {'FORCED'}
