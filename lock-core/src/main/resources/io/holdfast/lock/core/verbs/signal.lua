-- signal: moves the first waiter for this condition, or all of them, to the queue of the lock.
-- Reply  {'SIGNALLED', others_waiting} | {'GONE'} if the lock is not held by the caller
-- Cost   O(log n) in the tickets for each that is moved, O(w) in the waiters for signals of this lock.
-- Repeat: signals once more, which is a spurious wake-up.
-- The first write is ZREM, so it works on a server that is out of memory.
-- Model: docs/spec/condition.pml
local lock_key     = KEYS[1] -- the holder (holder_key.lua); expires with the lease
local queue_key    = KEYS[2] -- zset   tickets and ledger (ledger.lua)
local held_id      = ARGV[1] -- string the acquisition that holds the lock
local flags        = ARGV[2] -- string a: all  r: again, so the lock may have been released since  c: cluster  o: ordered
local inbox_prefix = ARGV[3] -- string channel prefix; a clientId makes it an inbox
local condition    = ARGV[4] -- string its name, as it stands in ids

-- @include ledger.lua
-- @include foreign.lua
-- @include condition.lua
-- @include grant.lua

local not_ours_answer, found = foreign(lock_key, queue_key)
if not_ours_answer then
  return not_ours_answer
end
local holder = found[1]
if not string.find(flags, 'r', 1, true) and holder ~= held_id then
  return {'GONE'}
end
local is_all = string.find(flags, 'a', 1, true) ~= nil
local now = now_micros()
signal(queue_key, condition, is_all and math.huge or 1, now)
if not holder then
  grant_next(lock_key, queue_key, nil, 0)
elseif holder ~= held_id then
  tell_wanted(holder)
end
return {'SIGNALLED', tickets(queue_key)}
