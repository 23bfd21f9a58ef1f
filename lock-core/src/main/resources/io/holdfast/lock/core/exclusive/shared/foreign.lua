-- @include ours.lua
-- @include hash.lua

-- Looks at the hash, the queue and the entries before anything is written.
--   returns what to answer if one is something else, otherwise nil; and, as of kinds that have one, the holder: there is
--            none
local function foreign(lock_key, queue_key)
  return foreign_hash(lock_key) or foreign_queue(queue_key) or foreign_entries(KEYS[3]), {}
end
