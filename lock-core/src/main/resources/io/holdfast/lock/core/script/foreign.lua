-- @include ours.lua

-- Checks the keys of a lock with one holder at a time, before anything is written.
--   returns the error to answer if one of them is foreign, otherwise nil; and the holder: id, first and last token
local function foreign(lock_key, queue_key)
  local answer, holder = foreign_holder(lock_key)
  return answer or foreign_queue(queue_key), holder
end
