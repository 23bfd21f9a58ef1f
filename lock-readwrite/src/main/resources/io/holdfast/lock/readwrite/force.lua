-- force: takes the lock away from its writer, or from all readers, tells them, wakes the waiters that the writer might
-- have signalled, and grants the lock to the next. With an id: only from that one.
-- Reply  {'FORCED'} | {'FREE'} | {'NOT_HELD'}: that id does not hold it; other holders keep it
-- Cost   O(log n) in the tickets, O(r) in the readers.  Repeat: takes it from its then holders; with an id: does
--        nothing.
-- Model: docs/spec/gate_cohort.pml, as far as the client loses its hold
local lock_key     = KEYS[1] -- hash   id, token, last: the writer
local queue_key    = KEYS[2] -- zset   tickets and ledger (ledger.lua)
local flags        = ARGV[1] -- string s: from the readers  c: cluster
local inbox_prefix = ARGV[2] -- string channel prefix; a clientId makes it an inbox
local only         = ARGV[3] -- string or nil; the only acquisition id to take it from

-- @include ledger.lua
-- @include foreign.lua
-- @include condition.lua
-- @include grant.lua

local not_ours_answer, writer = foreign(lock_key, queue_key)
if not_ours_answer then
  return not_ours_answer
end
local is_of_readers = string.find(flags, 's', 1, true)
local now = now_micros()
local ids = is_of_readers and entries(readers_key, now) or {writer[1] or nil}
if #ids == 0 then
  return {'FREE'}
end
if only and is_of_readers then
  if not end_entry(readers_key, only, now) then
    return {'NOT_HELD'}
  end
  ids = {only}
elseif only and only ~= writer[1] then
  return {'NOT_HELD'}
else
  redis.call('DEL', is_of_readers and readers_key or lock_key)
end
for _, id in ipairs(ids) do
  tell(id, 'lost ' .. id)
end
grant_next(lock_key, queue_key, nil, 0)
return {'FORCED'}
