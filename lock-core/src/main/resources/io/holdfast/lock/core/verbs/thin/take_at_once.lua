-- Takes a free lock with an empty queue: a thin hold, beside a ledger if there is one; with `detail` a whole block.
--   found    how many of its keys are there
--   returns  what `ask` answers; nil if the case is another one, and nothing was done; then, if the lock is held and has
--            a ledger, also how many ms are left
-- Model: docs/spec/grant_validity.pml, attempt_tombstone.pml, thin.pml

-- @include numbers.lua
-- @include counter.lua
-- @include hold_alone.lua
-- @include holder_key.lua

local function take_at_once(lock_key, queue_key, id, lease_ms, retention_s, found)
  if found == 2 then
    return nil, redis.call('PTTL', lock_key)
  end
  local seq = 0
  if found == 1 then
    local scores = redis.pcall('ZMSCORE', queue_key, '#seq', id, '#dirty')
    if scores.err or not scores[1] or scores[2] or scores[3] or redis.call('ZCOUNT', queue_key, '(0', '+inf') > 0 then
      return nil -- no ledger, so the lock is held; or somebody waits; or a tombstone is all there is; or a foreign key
    end
    seq = -tonumber(scores[1])
  end
  local now = now_micros()
  local token = not detail and draw_of_counter(math.max(seq + 1, now))
  if not token then -- no counter, or many turns to come: a ledger that lasts by itself, and a block of its numbers
    if found == 0 then
      seq = counter()
    end
    local first, last = draw(queue_key, seq, now, BLOCK)
    hold_alone(lock_key, id, first, last, lease_ms)
    redis.call('EXPIRE', queue_key, retention_s)
    return {'ACQUIRED', first, last, 0}
  end
  local last = token + THIN_BLOCK - 1
  if found == 1 then -- it may expire, some time after the last waiter: the counter is above its numbers
    redis.call('ZADD', queue_key, text(-last), '#seq')
  end
  redis.call('SET', lock_key, id .. ' ' .. text(token), 'PX', text(lease_ms))
  return {'ACQUIRED', token, last, 0}
end
