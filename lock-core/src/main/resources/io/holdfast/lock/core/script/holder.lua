-- The holder of a lock with one holder at a time.
-- Model: docs/spec/grant_validity.pml, handover.pml, condition.pml

-- @include hold_alone.lua

-- Writes the holder of a free lock. If a ticket is parked it owes a signal.
local function hold(lock_key, queue_key, id, first, last, millis)
  hold_alone(lock_key, id, first, last, millis)
  if redis.call('ZCOUNT', queue_key, PARKED_OPEN, '+inf') > 0 then
    redis.call('ZADD', queue_key, DIRTY_SCORE, '#dirty')
  end
end

-- Ends the hold of this id, if there is one; returns whether there was. The first write takes no memory.
--   holder  the id that holds the lock
--   flags   l: it may owe a signal
local function end_sole_hold(lock_key, queue_key, id, holder, flags)
  if holder ~= id then
    return false
  end
  redis.call('DEL', lock_key)
  if not string.find(flags, 'l', 1, true) then
    redis.call('ZREM', queue_key, '#dirty')
  end
  return true
end

-- Makes a ticket the holder of a free lock, for what is left of its claim lease.
--   returns its block of tokens and the claim lease
local function claim(lock_key, queue_key, id, now)
  local client, claim_ms = parts(id)
  local first, last = draw(queue_key, last_number(queue_key), now, BLOCK)
  redis.call('ZREM', queue_key, id)
  hold(lock_key, queue_key, id, first, last, claim_left(queue_key, client, claim_ms, now))
  return first, last, claim_ms
end
