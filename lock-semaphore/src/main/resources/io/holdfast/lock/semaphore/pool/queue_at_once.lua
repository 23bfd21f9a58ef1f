-- Queues for one permit of a pool whose permits are all out, behind all waiters.
--   seen     the last number drawn, the first entry, and when that ends; nil if the case is another one
--   returns  what `ask` answers; nil if the case is another one, and nothing was done
-- Model: docs/spec/grant_validity.pml, attempt_tombstone.pml

-- @include ids.lua

local function queue_at_once(_, queue_key, id, seen, retention_s)
  local entries_key = KEYS[3]
  if not seen or redis.call('ZSCORE', entries_key, id) then
    return nil
  end
  local now = now_micros()
  local now_ms, ends = math.floor(now / 1000), seen[3]
  if ends <= now_ms then -- it has expired, and is still there
    ends = tonumber(redis.call(
      'ZRANGE', entries_key, '(' .. text(now_ms), '+inf', 'BYSCORE', 'LIMIT', 0, 1, 'WITHSCORES')[2])
  end
  local arrival = math.max(seen[1] + 1, now)
  redis.call('ZADD', queue_key, text(-arrival), '#seq', text(arrival), id, text(-now), client_of(id))
  if arrival % 16 == 0 then -- often enough
    redis.call('ZREMRANGEBYSCORE', queue_key, text(-(now - MEMORY_S * 1000000)), '0')
  end
  redis.call('EXPIRE', queue_key, retention_s)
  return {'QUEUED', arrival, arrival % PARKED, ends - now_ms}
end
