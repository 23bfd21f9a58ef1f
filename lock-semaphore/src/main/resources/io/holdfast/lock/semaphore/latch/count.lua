-- The hash of a latch has the present count and the first one: count, initial; and when the latch was begun, as a
-- number of the queue's counter: born.

local LIFE_MS = 86400000 -- how long a latch at zero is kept

-- Begins the latch with that count if there is none.
--   returns the count
local function begin(lock_key, queue_key, declared, now)
  local count = tonumber(redis.call('HGET', lock_key, 'count') or '')
  if count then
    return count
  end
  local born = draw(queue_key, last_number(queue_key), now, 1)
  redis.call('EXPIRE', queue_key, DAY_S)
  redis.call('HSET', lock_key, 'count', declared, 'initial', declared, 'born', text(born))
  if tonumber(declared) == 0 then
    redis.call('PEXPIRE', lock_key, LIFE_MS)
  end
  return tonumber(declared)
end
