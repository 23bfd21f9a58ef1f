-- @include ours.lua

-- Looks at the keys of a lock that one has at a time, before anything is written.
--   returns what to answer if one of them is not ours, otherwise nil; and the holder: id, first and last token
local function foreign(lock_key, queue_key)
  local answer, holder = foreign_holder(lock_key)
  return answer or foreign_queue(queue_key), holder
end
