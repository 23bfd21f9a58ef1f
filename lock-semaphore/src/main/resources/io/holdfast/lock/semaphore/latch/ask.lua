-- Says whether the latch is at zero, or queues `id`. Idempotent: the same question may be repeated.
--   old_arrival  the arrival number from an earlier answer, or nil
--   detail       'declared way numbers': the count if none was declared before; the numbers of this client's requests
--                whose answers it has
--   may_wait     whether to queue if it is not
--   returns {'ACQUIRED', now, now, 0}                     it is at zero
--         | {'QUEUED', seq, arrival, ms until it is worth asking again}
--         | {'HELD', ms, id}                              only if not may_wait
--         | {'DEAD'}                                      the id was withdrawn, or the latch deleted
-- Model: docs/spec/attempt_tombstone.pml, grant_validity.pml
local function ask(
  lock_key, queue_key, id, lease_ms, retention_s, may_wait, _, old_arrival, detail) -- luacheck: ignore lease_ms
  local scores = redis.call('ZMSCORE', queue_key, '#seq', id, done_mark(id))
  local place = tonumber(scores[2] or '0')
  if place < 0 then
    return {'DEAD'}
  end
  local now = now_micros()
  if scores[3] then
    return {'ACQUIRED', now, now, 0} -- it came to zero while this one waited
  end
  if old_arrival then
    local born = tonumber(redis.call('HGET', lock_key, 'born') or '')
    if not born or old_arrival < born then
      return {'DEAD'} -- the latch that it waits for was deleted, or lost, with its count
    end
  end
  local declared, done_with = string.match(detail, '^(%d+) %a(.*)$')
  local count = begin(lock_key, queue_key, declared, now)
  forget(queue_key, id, done_with)
  if count == 0 then
    redis.call('ZREM', queue_key, id)
    return {'ACQUIRED', now, now, 0}
  elseif not may_wait then
    return {'HELD', 60000, id}
  end
  if place == 0 then
    -- A lost ledger gets a number again, so that an old grant does not seem to be a new one.
    local drawn = not (old_arrival and scores[1]) and draw(queue_key, last_number(queue_key), now, 1)
    place = old_arrival or drawn
    redis.call('ZADD', queue_key, text(place), id)
    trim(queue_key, now)
  end
  redis.call('ZADD', queue_key, text(-now), client_of(id))
  redis.call('EXPIRE', queue_key, retention_s)
  return {'QUEUED', last_number(queue_key), place % PARKED, 60000}
end
