-- Ends a hold if nobody waits. The first write takes no memory.
--   returns true if it was held, and has ended; false if the case may be another one, also if the queue is of a foreign
--           type, which is reported when the hold has ended. If somebody waits, also the first two tickets with their
--           numbers
-- Model: docs/spec/grant_validity.pml

-- @include numbers.lua
-- @include own_entry.lua

local function end_at_once(lock_key, queue_key, ids, flags)
  if string.find(flags, 't', 1, true) then
    return false
  end
  local waiting = redis.pcall('ZRANGE', queue_key, '(0', '+inf', 'BYSCORE', 'LIMIT', 0, 2, 'WITHSCORES')
  if waiting.err or waiting[1] then
    return false, waiting[1] and waiting
  end
  return end_hold(lock_key, queue_key, ids) -- false if it served others: several ids together hold nothing
end
