-- Queues an acquisition without a ticket behind the holder of the lock, if that is not to be told at once.
--   left_ms  how long the lock is still held, if take_at_once has asked
--   returns  what `ask` answers; nil if the case is another one, and nothing was done
-- Model: docs/spec/grant_validity.pml, attempt_tombstone.pml

-- @include ids.lua

local function queue_at_once(lock_key, queue_key, id, left_ms, retention_s)
  if not left_ms or left_ms <= 0 then
    return nil -- not held, or without an expiry, or not known
  end
  local holder = redis.pcall('HMGET', lock_key, 'id', 'token', 'last')
  if holder.err or not (holder[1] and holder[2] and holder[3]) or holder[1] == id
      or not string.find(holder[1], '^[^:]*:%d+:%d') or lingers(holder[1]) then
    return nil
  end
  local client = client_of(id)
  local scores = redis.pcall('ZMSCORE', queue_key, '#seq', id, client)
  if scores.err or not scores[1] or scores[2] then
    return nil -- a foreign queue, or the id has a ticket or was withdrawn
  end
  local now = now_micros()
  local arrival = math.max(1 - tonumber(scores[1]), now)
  redis.call('ZADD', queue_key, text(-arrival), '#seq', text(arrival), id, text(-now), client)
  if not scores[3] or now + tonumber(scores[3]) > TRIM_S * 1000000 then -- a busy client is heard often in between
    redis.call('ZREMRANGEBYSCORE', queue_key, text(-(now - MEMORY_S * 1000000)), '0')
  end
  redis.call('EXPIRE', queue_key, retention_s)
  return {'QUEUED', arrival, arrival % PARKED, left_ms}
end
