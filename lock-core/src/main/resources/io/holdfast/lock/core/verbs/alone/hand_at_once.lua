-- Ends a hold and grants the lock to the first ticket, if its client is there. It overwrites the holder's hash, which
-- was found complete before. The first write takes no memory.
--   waiting  the first two tickets of the queue and their numbers, also of those that wait for a signal
--   returns  true if it did so; false if the case is another one, and nothing was done
-- Model: docs/spec/grant_validity.pml, handover.pml

-- @include numbers.lua
-- @include claim.lua
-- @include tell.lua

local function hand_at_once(lock_key, queue_key, _, flags, waiting)
  local id, arrival = waiting[1], tonumber(waiting[2])
  local client, claim_ms, condition = parts(id)
  local is_ordered = string.find(flags, 'o', 1, true)
  if arrival >= PARKED or condition ~= '' or waiting[3] and is_ordered or string.find(flags, 'p', 1, true) then
    return false -- a waiter has to be signalled, or a client told how many tickets are its own
  end
  local scores = redis.pcall('ZMSCORE', queue_key, '#seq', client, '#dirty')
  if scores.err or not scores[1] or not scores[2] or scores[3] then
    return false
  end
  local now = now_micros()
  if now + tonumber(scores[2]) > claim_ms * 1000 or is_deaf(id, {}) then
    return false
  end
  local others = 0
  if waiting[3] then
    if redis.pcall('ZCOUNT', queue_key, PARKED_OPEN, '+inf') ~= 0 then
      return false
    end
    others = redis.call('ZCOUNT', queue_key, '(0', '+inf') - 1
  end
  redis.call('PEXPIRE', lock_key, text(left_of_claim(scores[2], claim_ms, now)))
  redis.call('ZREM', queue_key, id)
  local first, last = draw(queue_key, -tonumber(scores[1]), now, BLOCK)
  redis.call('HSET', lock_key, 'id', id, 'token', text(first), 'last', text(last))
  tell(id, table.concat({'granted', id, text(first), text(last), text(claim_ms), text(others), '0',
    is_ordered and text(arrival) or '0', lock_key}, ' '))
  return true
end
