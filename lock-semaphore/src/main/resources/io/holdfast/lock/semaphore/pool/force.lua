-- force: takes all permits back, and tells their holders that they are lost. Then it serves the waiters; if there are
-- none, the pool is gone. With an id: takes the permits of that one, and the pool stays.
-- Reply  {'FORCED'} | {'FREE'} if there was nothing to end | {'NOT_HELD'} if that id has none
-- Cost   O(log n) for each ticket that is granted, O(h) in the holders.  Repeat: the same; with an id: does
--        nothing.
-- Model: none; it does what a grant does
local lock_key     = KEYS[1] -- hash   size, pool (permits.lua)
local queue_key    = KEYS[2] -- zset   tickets and ledger (ledger.lua)
local flags        = ARGV[1] -- string c: cluster
local inbox_prefix = ARGV[2] -- string channel prefix; a clientId makes it an inbox
local only         = ARGV[3] -- string or nil; the only acquisition id to take permits from

-- @include ledger.lua
-- @include foreign.lua
-- @include condition.lua
-- @include grant.lua

local not_ours_answer = foreign(lock_key, queue_key)
if not_ours_answer then
  return not_ours_answer
end
if only then
  if not end_entry(entries_key, only, now_micros()) then
    return {'NOT_HELD'}
  end
  tell(only, 'lost ' .. only)
  grant_next(lock_key, queue_key, nil, 0)
  return {'FORCED'}
end
local ids = entries(entries_key, now_micros())
redis.call('DEL', entries_key)
for _, id in ipairs(ids) do
  tell(id, 'lost ' .. id)
end
local was_there = redis.call('EXISTS', lock_key) == 1
if tickets(queue_key) > 0 then
  grant_next(lock_key, queue_key, nil, 0)
end
if redis.call('EXISTS', entries_key) == 0 then
  redis.call('DEL', lock_key)
end
return {was_there and 'FORCED' or 'FREE'}
