-- Ends what one has when nobody waits. The first write takes no memory.
--   returns whether it was held, and has ended; false if the case may be another one

-- @include numbers.lua
-- @include own_entry.lua

local function end_at_once(lock_key, queue_key, ids, flags)
  local is_alone = not string.find(ids, ' ', 1, true) -- it served no others
  return is_alone and not string.find(flags, 't', 1, true) and redis.call('ZCOUNT', queue_key, '(0', '+inf') == 0
    and end_hold(lock_key, queue_key, ids)
end
