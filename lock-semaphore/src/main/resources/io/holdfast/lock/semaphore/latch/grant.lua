-- All waiters of a latch go on at once when it is at zero.
-- Model: docs/spec/grant_validity.pml

-- @include tell.lua
-- @include memory.lua
-- @include count.lua

local function end_hold()
  return false -- a latch has no holder
end

local function is_free()
  return false -- a ticket that leaves has kept no other waiting
end

-- Tells all waiters that they can go on, if it is at zero: one message for each client, as a client has one ticket.
local function grant_next(lock_key, queue_key)
  if redis.call('HGET', lock_key, 'count') ~= '0' then
    return
  end
  local ids = redis.call('ZRANGE', queue_key, '(0', '+inf', 'BYSCORE')
  if #ids == 0 then
    return
  end
  local now = now_micros()
  local token = text(draw(queue_key, last_number(queue_key), now, 1))
  for _, id in ipairs(ids) do
    local _, claim_ms = parts(id)
    redis.call('ZREM', queue_key, id)
    remember(queue_key, id, now) -- for a client that misses the message, even if the latch is deleted
    tell(id, table.concat({'granted', id, token, token, text(claim_ms), '0', '0', '0', lock_key}, ' '))
  end
end
