-- Acquires the lock for `id`, to write or, as its mark says, to read, or queues it. The question may be repeated.
--   old_arrival  the arrival number from an earlier answer, or nil: a ticket that was dropped
--                meanwhile goes back to its old place
--   beside       the writer whose owner asks to read, or nil: this id may read beside it, even if others wait
--   may_wait     whether to queue if the lock is not free for us now
--   tell_holder  whether to tell the writer that we wait. Readers are told at once if a writer waits: they may have let
--                go already, without saying so
--   returns {'ACQUIRED', first_token, last_token, others_waiting [, 'beside', if the reader is beside that writer]}
--         | {'QUEUED', seq, arrival, holder_ms_left}
--         | {'HELD', holder_ms_left, holder_id}      only if not may_wait; no id: a waiter may be before us
--         | {'DEAD'}                                 the id was withdrawn before
-- ACQUIRED always means: this very call set the expiry to at least the full lease. The token of a reader is the
-- last number that was drawn: the same or higher in a repeat, and never one that a later writer has.
-- Model: docs/spec/attempt_tombstone.pml, grant_validity.pml, handover.pml, readwrite.pml
local function ask(lock_key, queue_key, id, lease_ms, retention_s, may_wait, tell_holder,
  old_arrival, beside)
  local scores = redis.call('ZMSCORE', queue_key, '#seq', id, '#dirty')
  local place = tonumber(scores[2] or '0')
  if place < 0 then
    return {'DEAD'}
  end
  local holder = redis.call('HMGET', lock_key, 'id', 'token', 'last')
  if holder[1] == id then
    keep_alive(lock_key, lease_ms)
    return {'ACQUIRED', tonumber(holder[2]), tonumber(holder[3]), tickets(queue_key)}
  end
  if not (holder[1] and holder[2] and holder[3]) and redis.call('EXISTS', lock_key) == 1 then
    return redis.error_reply('WRONGTYPE the key of the lock is a hash of something else')
  end

  local now = now_micros()
  local client = client_of(id)
  local reads = is_reader(id)
  if scores[3] and not holder[1] then
    rouse(queue_key, now)
  end
  local may_enter = reads
    and (entry_until(readers_key, id, now) > 0 or (holder[1] and holder[1] == beside))
  local in_the_way = holder[1] or (not reads and has_entries(readers_key, now) and READERS)
    or redis.call('ZRANGE', queue_key, '(0', PARKED_OPEN, 'BYSCORE', 'LIMIT', 0, 1)[1]
  if in_the_way and (in_the_way ~= id or reads) and not may_enter then -- readers behind us are granted, too
    if may_wait then
      if place == 0 then
        -- A lost ledger gets a number again, so that an old grant does not seem to be a new one.
        local drawn = not (old_arrival and redis.call('ZSCORE', queue_key, '#seq'))
          and draw(queue_key, last_number(queue_key), now, 1)
        place = old_arrival or drawn
        redis.call('ZADD', queue_key, text(place), id)
        trim(queue_key, now)
      end
      redis.call('ZADD', queue_key, text(-now), client)
      redis.call('EXPIRE', queue_key, retention_s)
    end
    local turn, is_writer_next = grant_next(lock_key, queue_key, id, 0)
    if reads and turn == READERS and not (may_wait or is_writer_next) then
      turn = nil -- no ticket before us can use the lock: we read with the others
    end
    if turn and turn ~= id then
      local left = ms_left(lock_key)
      if not may_wait then
        local who = turn == READERS and entries(readers_key, now)[1] or turn
        return {'HELD', left, who}
      end
      if tell_holder and holder[1] then -- a grant of just now has told it so
        tell_wanted(turn)
      end
      return {'QUEUED', last_number(queue_key), place % PARKED, has_given_up and again_ms or left}
    end
    if not turn and has_given_up then
      if not may_wait then
        return {'HELD', again_ms, ''}
      end
      return {'QUEUED', last_number(queue_key), place % PARKED, again_ms}
    end
  end

  -- The first write takes memory: a lock that cannot be written is not granted.
  if reads then
    local token = last_number(queue_key)
    if token == 0 then
      token = draw(queue_key, 0, now, 1)
    end
    keep_entry(readers_key, id, lease_ms, now)
    redis.call('ZREM', queue_key, id)
    redis.call('EXPIRE', queue_key, retention_s)
    return {'ACQUIRED', token, token, tickets(queue_key), holder[1] and holder[1] == beside and 'beside' or nil}
  end
  local first, last = draw(queue_key, last_number(queue_key), now, BLOCK)
  redis.call('ZREM', queue_key, id)
  hold(lock_key, queue_key, id, first, last, lease_ms)
  redis.call('EXPIRE', queue_key, retention_s)
  return {'ACQUIRED', first, last, tickets(queue_key)}
end
