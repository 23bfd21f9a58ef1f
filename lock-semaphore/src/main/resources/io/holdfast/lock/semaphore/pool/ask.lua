-- Takes permits for `id`, as many as its mark says, or queues it. The same question may be repeated.
--   old_arrival  the arrival number from an earlier answer, or nil: a ticket that was dropped
--                meanwhile goes back to its old place
--   size         how many permits there are, if none were declared before
--   may_wait     whether to queue if there are not enough for us now
--   returns {'ACQUIRED', token, token, others_waiting}
--         | {'QUEUED', seq, arrival, ms_left}
--         | {'HELD', ms_left, id of one holder}         only if not may_wait
--         | {'DEAD'}                                    the id was withdrawn before
--         | an error TOOMANY if the whole pool has fewer
-- ACQUIRED always means: this very call set the expiry to at least the full lease. A repeat draws another token, which
-- is higher; the client keeps the one that it received first.
-- Model: docs/spec/attempt_tombstone.pml, grant_validity.pml, handover.pml
local function ask(lock_key, queue_key, id, lease_ms, retention_s, may_wait, _, old_arrival, size)
  local scores = redis.call('ZMSCORE', queue_key, '#seq', id)
  local place = tonumber(scores[2] or '0')
  if place < 0 then
    return {'DEAD'}
  end
  local now = now_micros()
  local permits = permits_of(id)
  local there_are, each_is_one = size_of(lock_key)
  local out = taken(entries_key, now, each_is_one)
  local has_until = entry_until(entries_key, id, now)
  local is_new = there_are == 0
  if is_new then
    there_are = tonumber(size or '') or permits
    set_size(lock_key, queue_key, entries_key, text(there_are))
  end
  if permits > there_are and has_until == 0 then
    redis.call('ZREM', queue_key, id)
    grant_next(lock_key, queue_key, nil, 0) -- it may have kept others waiting
    return redis.error_reply(
      'TOOMANY ' .. text(permits) .. ' permits asked for, of a pool of ' .. text(there_are))
  end
  if permits > 1 and (is_new or each_is_one) then
    redis.call('HSET', lock_key, 'several', '1')
  end
  local is_before_us = redis.call('ZRANGE', queue_key, '(0', PARKED_OPEN, 'BYSCORE', 'LIMIT', 0, 1)[1]
  if has_until == 0 and (is_before_us or permits > there_are - out) then
    local seq = -(tonumber(scores[1] or '0'))
    if may_wait then
      if place == 0 then
        -- A lost ledger gets a number again, so that an old grant does not seem to be a new one.
        if not (old_arrival and scores[1]) then
          seq = draw(queue_key, seq, now, 1)
        end
        place = old_arrival or seq
        redis.call('ZADD', queue_key, text(place), id)
        if place % 16 == 0 then -- often enough
          trim(queue_key, now)
        end
      end
      redis.call('ZADD', queue_key, text(-now), client_of(id))
      redis.call('EXPIRE', queue_key, retention_s)
    end
    -- Only tickets before us can have been kept waiting for nothing.
    local may_grant = is_before_us and there_are > out
    local turn = may_grant and grant_next(lock_key, queue_key, id, 0)
    if turn ~= id then
      -- We have no ticket, and no ticket before us can use a permit: we take what is left.
      local deaf_only = not may_wait and permits <= there_are - taken(entries_key, now, each_is_one)
        and next_ticket(
          queue_key, nil, now, new_walk()) == nil
        and not has_given_up
      if not deaf_only then
        local left = ms_left()
        if not may_wait then
          return {'HELD', left, first_entry(entries_key, now) or id}
        end
        if may_grant then
          seq = last_number(queue_key)
        end
        return {'QUEUED', seq, place % PARKED, (has_given_up or left == -2) and again_ms or left}
      end
    end
    has_until = entry_until(entries_key, id, now)
  end
  -- The first write takes memory: a permit that cannot be written is not given.
  local drawn_before = -(tonumber(scores[1] or '0'))
  local token = draw(queue_key, is_before_us and last_number(queue_key) or drawn_before, now, 1)
  local lease_until = math.floor(now / 1000) + lease_ms
  if lease_until > has_until then
    redis.call('ZADD', entries_key, text(lease_until), id)
  end
  keep_entries(entries_key, lease_ms)
  if place ~= 0 then
    redis.call('ZREM', queue_key, id)
  end
  keep_ledger(queue_key, retention_s, drawn_before, now)
  if place ~= 0 then
    token = place % PARKED -- the client may not know that it was queued
  end
  return {'ACQUIRED', token, token, is_before_us and tickets(queue_key) or 0}
end
