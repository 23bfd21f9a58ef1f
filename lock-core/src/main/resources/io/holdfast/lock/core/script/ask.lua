-- Acquires the lock for `id`, or queues it. The same question may be asked any number of times.
--   old_arrival  the arrival number that an earlier answer told, or nil: a ticket that was dropped
--                meanwhile goes back to its old place
--   may_wait     whether to queue if the lock is not free for us now
--   tell_holder  whether to tell the holder that we wait: not at once, as most waits are shorter than
--                the slice that it may go on for in any case
--   returns {'ACQUIRED', first_token, last_token, others_waiting}
--         | {'QUEUED', seq, arrival, holder_ms_left}
--         | {'HELD', holder_ms_left, holder_id}      only if not may_wait
--         | {'DEAD'}                                 the id was withdrawn before
-- ACQUIRED always means: this very call set the expiry to at least the full lease.
local function ask(lock_key, queue_key, id, lease_ms, retention_s, inbox_prefix, is_cluster, may_wait, tell_holder,
  old_arrival)
  local scores = redis.call('ZMSCORE', queue_key, '#seq', id)
  local place = tonumber(scores[2] or '0')
  if place < 0 then
    return {'DEAD'}
  end
  local holder = redis.call('HMGET', lock_key, 'id', 'token', 'last')
  if holder[1] == id then
    keep_alive(lock_key, lease_ms)
    local others = redis.call('ZCOUNT', queue_key, '(0', '+inf')
    return {'ACQUIRED', tonumber(holder[2]), tonumber(holder[3]), others}
  end
  if holder[1] and not may_wait then
    return {'HELD', redis.call('PTTL', lock_key), holder[1]}
  end

  local now = now_micros()
  local client = string.match(id, '^([^:]*):')
  local in_the_way = holder[1] or redis.call('ZRANGE', queue_key, '(0', '+inf', 'BYSCORE', 'LIMIT', 0, 1)[1]
  if in_the_way and in_the_way ~= id then
    if may_wait then
      if place == 0 then
        place = old_arrival or draw(queue_key, -(tonumber(scores[1] or '0')), now, 1)
        redis.call('ZADD', queue_key, text(place), id)
        trim(queue_key, now, retention_s)
      end
      redis.call('ZADD', queue_key, text(-now), client)
      redis.call('EXPIRE', queue_key, retention_s)
    end
    local turn = holder[1] or grant_next(lock_key, queue_key, inbox_prefix, is_cluster, id, 0)
    if turn and turn ~= id then
      local left = redis.call('PTTL', lock_key)
      if not may_wait then
        return {'HELD', left, turn}
      end
      if tell_holder and holder[1] then -- one that was granted just now has been told so
        redis.call('PUBLISH', inbox_prefix .. string.match(turn, '^([^:]*):'), 'wanted ' .. turn)
      end
      return {'QUEUED', last_number(queue_key), place, left}
    end
    if may_wait and not turn then
      return {'QUEUED', last_number(queue_key), place, 0} -- 500 tickets looked at: ask again
    end
  end

  local first, last = draw(queue_key, last_number(queue_key), now, BLOCK)
  redis.call('ZREM', queue_key, id)
  hold(lock_key, id, first, last, lease_ms)
  redis.call('EXPIRE', queue_key, retention_s)
  return {'ACQUIRED', first, last, redis.call('ZCOUNT', queue_key, '(0', '+inf')}
end
