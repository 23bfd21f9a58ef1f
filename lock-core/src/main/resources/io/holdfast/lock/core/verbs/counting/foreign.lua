-- @include ours.lua
-- @include hash.lua

-- Checks the hash, the queue and, in kinds that have them, the entries before anything is written.
--   returns the error to answer if one of them is foreign, otherwise nil; and, in place of a holder, an empty table
local function foreign(lock_key, queue_key)
  return foreign_hash(lock_key) or foreign_queue(queue_key) or (KEYS[3] and foreign_entries(KEYS[3])) or nil, {}
end
