-- Takes permits for `id`, as many as its mark says, or queues it. The same question may be asked any number of times.
--   old_arrival  the arrival number that an earlier answer told, or nil: a ticket that was dropped
--                meanwhile goes back to its old place
--   detail       'declared way numbers': how many permits there are if nobody has said so before; way is f if nobody
--                who waits is to be overtaken, otherwise b; the numbers of requests of this client that are done with
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
      return {'DEAD'} -- what it waits for was deleted, or lost, while its ticket was not there
    end
  end
  begin(lock_key, queue_key, declared, now)
  local permits = permits_of(id)
  local is_before_us = way == 'f'
    and redis.call('ZRANGE', queue_key, '(0', PARKED_OPEN, 'BYSCORE', 'LIMIT', 0, 1)[1]
  local is_queued = place > 0 or old_arrival -- then it has its place, whatever is free
  if (is_queued or is_before_us or permits > free_permits(lock_key, entries_key, now))
    and entry_until(entries_key, id, now) == 0 then
    if may_wait then
      if place == 0 then
        -- A ledger that was lost gets a number again: an old grant must not seem to be a new one.
        local drawn = not (old_arrival and scores[1]) and draw(queue_key, last_number(queue_key), now, 1)
        place = old_arrival or drawn
        redis.call('ZADD', queue_key, text(place), id)
        trim(queue_key, now)
      end
      redis.call('ZADD', queue_key, text(-now), client_of(id))
      redis.call('EXPIRE', queue_key, retention_s)
    end
    if grant_next(lock_key, queue_key, id, 0) ~= id then
      -- Without a ticket, and nobody who can use one before us, we take what is left.
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
