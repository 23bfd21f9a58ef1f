-- Takes a free lock with an empty queue.
--   returns what `ask` answers; nil if the case is another one, and nothing was done; then, if the lock is held and has
--           a ledger, also how many ms are left
-- Model: docs/spec/grant_validity.pml, attempt_tombstone.pml, thin.pml

-- @include numbers.lua
-- @include counter.lua
-- @include hold_alone.lua

-- Takes a free lock that has no ledger, and makes none.
local function take_thin(lock_key, id, lease_ms)
  local token = raise(now_micros())
  if not token then
    return nil
  end
  redis.call('SET', lock_key, id .. ' ' .. text(token), 'PX', text(lease_ms))
  return {'ACQUIRED', token, token, 0}
end

local function take_at_once(lock_key, queue_key, id, lease_ms, retention_s)
  local found = redis.call('EXISTS', lock_key, queue_key)
  if found == 0 then
    return take_thin(lock_key, id, lease_ms)
  end
  if found == 2 then
    return nil, redis.call('PTTL', lock_key)
  end
  local scores = redis.pcall('ZMSCORE', queue_key, '#seq', id, '#dirty')
  if scores.err or not scores[1] or scores[2] or scores[3] or redis.call('ZCOUNT', queue_key, '(0', '+inf') > 0 then
    return nil -- no ledger, so the lock is held; or somebody waits; or a tombstone is all there is; or a foreign key
  end
  local first, last = draw(queue_key, -tonumber(scores[1]), now_micros(), BLOCK)
  hold_alone(lock_key, id, first, last, lease_ms)
  if not raise(last) then
    redis.call('EXPIRE', queue_key, retention_s)
  end -- otherwise the ledger may expire, some time after the last waiter: the counter is above its numbers
  return {'ACQUIRED', first, last, 0}
end
