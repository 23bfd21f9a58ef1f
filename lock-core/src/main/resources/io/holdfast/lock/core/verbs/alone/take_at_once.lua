-- Takes a free lock with an empty queue.
--   returns what `ask` answers; nil if the case is another one, and nothing was done; then, if the lock is held, also how
--           many ms are left
-- Model: docs/spec/grant_validity.pml, attempt_tombstone.pml

-- @include numbers.lua
-- @include hold_alone.lua

local function take_at_once(lock_key, queue_key, id, lease_ms, retention_s)
  local left_ms = redis.call('PTTL', lock_key)
  if left_ms ~= -2 then
    return nil, left_ms
  end
  local scores = redis.pcall('ZMSCORE', queue_key, '#seq', id, '#dirty')
  if scores.err or not scores[1] and redis.call('EXISTS', queue_key) == 1 then
    return nil -- perhaps a foreign key
  end
  if scores[2] or scores[3] or redis.call('ZCOUNT', queue_key, '(0', '+inf') > 0 then
    return nil
  end
  local first, last = draw(queue_key, -(tonumber(scores[1] or '0')), now_micros(), BLOCK)
  hold_alone(lock_key, id, first, last, lease_ms)
  redis.call('EXPIRE', queue_key, retention_s)
  return {'ACQUIRED', first, last, 0}
end
