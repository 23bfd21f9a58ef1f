-- Ends a hold if nobody waits, neither for the lock nor for a signal. The first write takes no memory.
--   returns true if it was held, and has ended; false if the case may be another one, also if the queue is of a foreign
--           type, which is reported when the hold has ended. If it is held and somebody waits, also the first two
--           tickets with their numbers
-- Model: docs/spec/grant_validity.pml, condition.pml
local function end_at_once(lock_key, queue_key, ids, flags)
  local is_alone = string.find(ids, '^[^: ]*:%d+:%w+$') -- it waited for no condition, and served no others
  if not is_alone or string.find(flags, 't', 1, true) then
    return false
  end
  local holder = redis.pcall('HMGET', lock_key, 'id', 'token', 'last')
  if holder.err or holder[1] ~= ids or not (holder[2] and holder[3]) then
    return false
  end
  local waiting = redis.pcall('ZRANGE', queue_key, '(0', '+inf', 'BYSCORE', 'LIMIT', 0, 2, 'WITHSCORES')
  if waiting.err or waiting[1] then
    return false, waiting[1] and waiting
  end
  redis.call('DEL', lock_key)
  redis.call('ZREM', queue_key, '#dirty') -- owed to nobody
  return true
end
