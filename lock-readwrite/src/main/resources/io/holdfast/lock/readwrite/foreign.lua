-- @include ours.lua

-- Checks the keys of a read-write lock, before anything is written.
--   returns the error to answer if one of them is foreign, otherwise nil; and the writer: id, first and last token
local function foreign(lock_key, queue_key)
  local answer, writer = foreign_holder(lock_key)
  return answer or foreign_queue(queue_key) or foreign_entries(KEYS[3]), writer
end
