-- Acquires the lock for `id`, or queues it. Idempotent: the same question may be repeated.
--   old_arrival  the arrival number from an earlier answer, or nil: a ticket that was dropped
--                meanwhile goes back to its old place
--   may_wait     whether to queue if the lock is not free for us now
--   tell_holder  whether to tell the holder that we wait: not with the first question, as most waits are shorter than
--                the slice that the holder may go on for anyway; but one that lingers is told with each
--   returns {'ACQUIRED', first_token, last_token, others_waiting}
--         | {'QUEUED', seq, arrival, holder_ms_left}
--         | {'HELD', holder_ms_left, holder_id}      only if not may_wait; no id: a waiter may be before us
--         | {'DEAD'}                                 the id was withdrawn before
-- ACQUIRED always means: this very call set the expiry to at least the full lease.
-- Model: docs/spec/grant_validity.pml, attempt_tombstone.pml, handover.pml

local function ask(
  lock_key, queue_key, id, lease_ms, retention_s, may_wait, tell_holder, old_arrival)
  local scores = redis.call('ZMSCORE', queue_key, '#seq', id, '#dirty')
  local place = tonumber(scores[2] or '0')
  if place < 0 then
    return {'DEAD'}
  end
  local holder = read_holder(lock_key)
  if holder[1] == id then
    keep_alive(lock_key, lease_ms)
    return {'ACQUIRED', tonumber(holder[2]), tonumber(holder[3]), tickets(queue_key)}
  end
  if not (holder[1] and holder[2] and holder[3]) and redis.call('EXISTS', lock_key) == 1 then
    return redis.error_reply('WRONGTYPE the key of the lock is a hash of something else')
  end
  if holder[1] and not may_wait then
    if lingers(holder[1]) then
      tell_wanted(holder[1])
    end
    return {'HELD', redis.call('PTTL', lock_key), holder[1]}
  end

  local now = now_micros()
  local client = client_of(id)
  if scores[3] and not holder[1] then
    rouse(queue_key, now)
    scores[1] = redis.call('ZSCORE', queue_key, '#seq')
  end
  local waiting = holder[1] and {}
    or redis.call('ZRANGE', queue_key, '(0', '+inf', 'BYSCORE', 'LIMIT', 0, 1, 'WITHSCORES')
  local in_the_way = holder[1] or (waiting[1] and tonumber(waiting[2]) < PARKED and waiting[1])
  if in_the_way and in_the_way ~= id then
    if may_wait then
      if place == 0 then
        -- A lost ledger gets a number again, so that an old grant does not seem to be a new one.
        local drawn = not (old_arrival and scores[1])
          and draw(queue_key, scores[1] and -tonumber(scores[1]) or counter(), now, 1)
        place = old_arrival or drawn
        redis.call('ZADD', queue_key, text(place), id)
        trim(queue_key, now)
      end
      inflate(lock_key, holder)
      redis.call('ZADD', queue_key, text(-now), client)
      redis.call('EXPIRE', queue_key, retention_s)
    end
    local turn = holder[1] or grant_next(lock_key, queue_key, id, 0)
    if turn and turn ~= id then
      local left = redis.call('PTTL', lock_key)
      if not may_wait then
        return {'HELD', left, turn}
      end
      if holder[1] and (tell_holder or lingers(holder[1])) then -- a grant of just now has told it so
        tell_wanted(turn)
      end
      return {'QUEUED', last_number(queue_key), place % PARKED, left}
    end
    if not turn and has_given_up then
      if not may_wait then
        return {'HELD', again_ms, ''}
      end
      return {'QUEUED', last_number(queue_key), place % PARKED, again_ms}
    end
  end

  local first, last = draw(queue_key, last_number(queue_key), now, BLOCK)
  redis.call('ZREM', queue_key, id)
  hold(lock_key, queue_key, id, first, last, lease_ms)
  redis.call('EXPIRE', queue_key, retention_s)
  return {'ACQUIRED', first, last, tickets(queue_key)}
end
