-- Takes one of so many permits for `id`, or queues it. The same question may be asked any number of times.
local function ask(
  lock_key, queue_key, id, lease_ms, retention_s, may_wait, _, old_arrival, permits)
  local now, place = now_micros(), tonumber(redis.call('ZSCORE', queue_key, id) or '0')
  if place < 0 then
    return {'DEAD'}
  end
  redis.call('HSET', lock_key, 'permits', permits)
  if entry_until(entries_key, id, now) == 0 then
    if place == 0 then
      place = old_arrival or draw(queue_key, last_number(queue_key), now, 1)
      redis.call('ZADD', queue_key, text(place), id)
    end
    redis.call('ZADD', queue_key, text(-now), client_of(id))
    redis.call('EXPIRE', queue_key, retention_s)
    grant_next(lock_key, queue_key, id)
  end
  local token = last_number(queue_key)
  if entry_until(entries_key, id, now) > 0 then
    keep_entry(entries_key, id, lease_ms, now)
    return {'ACQUIRED', token, token, tickets(queue_key)}
  elseif may_wait then
    return {'QUEUED', token, place, ms_left()}
  end
  redis.call('ZREM', queue_key, id)
  return {'HELD', ms_left(), id}
end
