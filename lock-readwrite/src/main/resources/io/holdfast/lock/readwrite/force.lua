-- force: takes the lock away from its writer, or from all who read, tells them, wakes whom the writer might have
-- signalled, and grants the lock to the next.
-- Reply  {'FORCED'} | {'FREE'}
-- Cost   O(log n) in the tickets, O(r) in the readers.  Repeat: takes it from whoever has it then.
-- Model: docs/spec/gate_cohort.pml, as far as the client loses its hold
local lock_key     = KEYS[1] -- hash   id, token, last: the writer
local queue_key    = KEYS[2] -- zset   tickets and ledger (ledger.lua)
local flags        = ARGV[1] -- string s: from those who read  c: cluster
local inbox_prefix = ARGV[2] -- string channel prefix; a clientId makes it an inbox

-- @include ledger.lua
-- @include foreign.lua
-- @include condition.lua
-- @include grant.lua

local not_ours_answer, writer = foreign(lock_key, queue_key)
if not_ours_answer then
  return not_ours_answer
end
local ids = {writer[1] or nil}
local key = lock_key
if string.find(flags, 's', 1, true) then
  ids = entries(readers_key, now_micros())
  key = readers_key
end
if #ids == 0 then
  return {'FREE'}
end
redis.call('DEL', key)
for _, id in ipairs(ids) do
  tell(id, 'lost ' .. id)
end
grant_next(lock_key, queue_key, nil, 0)
return {'FORCED'}
