-- Those who wait for a signal. Their ids end in the name of the condition.
-- Model: docs/spec/condition.pml

local DIRTY_SCORE = '-9007199254740991' -- older than the ledger can be, so that no trim finds it

-- The member of the ledger that says of a ticket that no signal has moved it; until its hold ends.
local function moved_by_itself(id)
  return '+' .. id
end

-- Moves a parked ticket to the end of the lock's queue. The first write takes no memory.
local function unpark(queue_key, id, now)
  redis.call('ZREM', queue_key, id)
  local arrival = draw(queue_key, last_number(queue_key), now, 1)
  redis.call('ZADD', queue_key, text(arrival), id)
  return arrival
end

-- Moves the first tickets that wait for this condition to the lock's queue: at most so many. Drops those
-- on the way whose client was silent for too long, or has no inbox: if alive, they come back by themselves.
--   returns how many it moved
local function signal(queue_key, condition, at_most, now, inbox_prefix, is_cluster)
  local moved, kept, size = 0, 0, 1 -- mostly the first will do
  local reaches = {}
  while moved < at_most do
    local ids = redis.call(
      'ZRANGE', queue_key, PARKED_OPEN, '+inf', 'BYSCORE', 'LIMIT', kept, size)
    for _, id in ipairs(ids) do
      local client, claim_ms, name = parts(id)
      if name ~= condition or moved == at_most then
        kept = kept + 1
      else
        if reaches[client] == nil then
          local heard = redis.call('ZSCORE', queue_key, client)
          reaches[client] = heard and now + tonumber(heard) <= claim_ms * 1000
            and (is_cluster or redis.call('PUBSUB', 'NUMSUB', inbox_prefix .. client)[2] > 0) or false
        end
        if reaches[client] then
          unpark(queue_key, id, now)
          moved = moved + 1
        else
          redis.call('ZREM', queue_key, id)
        end
      end
    end
    if #ids < size then
      break
    end
    size = 100
  end
  return moved
end

-- The lock is free, but its last holder has gone without paying its debt of signals: it died, or was
-- forced out. All who are parked go to the lock's queue, in their order.
local function rouse(queue_key, now)
  for _, id in ipairs(redis.call('ZRANGE', queue_key, PARKED_OPEN, '+inf', 'BYSCORE')) do
    unpark(queue_key, id, now)
  end
  redis.call('ZREM', queue_key, '#dirty')
end
