-- Takes permits for `id`, as many as its mark says, or queues it. Idempotent: the same question may be repeated.
--   old_arrival  the arrival number from an earlier answer, or nil: a ticket that was dropped
--                meanwhile goes back to its old place
--   detail       'declared way numbers': how many permits there are if none were declared before; way is f if no waiter
--                may be overtaken, otherwise b; the numbers of this client's requests whose answers it has
--   may_wait     whether to queue if there are not enough for us now
--   returns {'ACQUIRED', now, born, others_waiting}       taken for good, by this question or an earlier one
--         | {'QUEUED', seq, arrival, ms_left, -1, born}
--         | {'HELD', ms_left, id}                         only if not may_wait
--         | {'DEAD'}                                      the id was withdrawn, or the semaphore deleted or lost
-- Model: docs/spec/attempt_tombstone.pml, grant_validity.pml, handover.pml
local function ask(
  lock_key, queue_key, id, lease_ms, retention_s, may_wait, _, old_arrival, detail) -- luacheck: ignore lease_ms
  local declared, way, done_with = string.match(detail, '^(%-?%d+) (%a)(.*)$')
  local scores = redis.call('ZMSCORE', queue_key, '#seq', id, taking_mark(id))
  local place = tonumber(scores[2] or '0')
  if place < 0 then
    return {'DEAD'}
  end
  local now = now_micros()
  if scores[3] then
    return {'ACQUIRED', now, born_of(lock_key), tickets(queue_key)}
  end
  if old_arrival then
    local born = born_of(lock_key)
    if born == 0 or old_arrival < born then
      return {'DEAD'} -- the semaphore was deleted, or lost, while its ticket was not there
    end
  end
  begin(lock_key, queue_key, declared, now)
  local permits = permits_of(id)
  local is_before_us = way == 'f'
    and redis.call('ZRANGE', queue_key, '(0', PARKED_OPEN, 'BYSCORE', 'LIMIT', 0, 1)[1]
  local is_queued = place > 0 or old_arrival -- then it keeps its place, whatever is free
  if (is_queued or is_before_us or permits > free_permits(lock_key, entries_key, now))
    and entry_until(entries_key, id, now) == 0 then
    if may_wait then
      if place == 0 then
        -- A lost ledger gets a number again, so that an old grant does not seem to be a new one.
        local drawn = not (old_arrival and scores[1]) and draw(queue_key, last_number(queue_key), now, 1)
        place = old_arrival or drawn
        redis.call('ZADD', queue_key, text(place), id)
        trim(queue_key, now)
      end
      redis.call('ZADD', queue_key, text(-now), client_of(id))
      redis.call('EXPIRE', queue_key, retention_s)
    end
    if grant_next(lock_key, queue_key, id, 0) ~= id then
      -- We have no ticket, and no ticket before us can use a permit: we take what is left.
      local deaf_only = not may_wait and permits <= free_permits(lock_key, entries_key, now)
        and next_ticket(
          queue_key, nil, now, new_walk()) == nil
        and not has_given_up
      if not deaf_only then
        local left = ms_left()
        forget(queue_key, id, done_with)
        if not may_wait then
          return {'HELD', left, id}
        end
        if has_given_up then
          left = again_ms
        end
        return {
          'QUEUED', last_number(queue_key), place % PARKED, left == -2 and 60000 or left, -1, text(born_of(lock_key))}
      end
    end
  end
  take(lock_key, queue_key, entries_key, id, now)
  forget(queue_key, id, done_with)
  redis.call('EXPIRE', queue_key, retention_s)
  return {'ACQUIRED', now, born_of(lock_key), tickets(queue_key)}
end
