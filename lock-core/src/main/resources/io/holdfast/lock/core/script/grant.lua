-- Writes the holder of a free lock; its expiry is the lease.
local function hold(lock_key, id, first, last, millis)
  redis.call('HSET', lock_key, 'id', id, 'token', text(first), 'last', text(last))
  redis.call('PEXPIRE', lock_key, text(millis))
end

-- Gives a free lock to the first ticket whose client can use it, and tells that client's inbox.
--   asker   the id whose caller takes the lock by itself when its turn has come, or nil
--   behind  how many will be queued by the same call when the lock was given away
--   returns the id whose turn it is, or nil if nobody can take it now
-- A ticket is dropped when its client was silent for longer than the ticket's claim lease; it is
-- passed over, but kept, when nobody listens at the inbox. A cluster counts listeners per node, so
-- there a count of 0 says nothing. At most 500 tickets a call.
local function grant_next(lock_key, queue_key, inbox_prefix, is_cluster, asker, behind)
  local passed_over = {}
  local kept = 0
  local now, first, last
  for _ = 1, 500 do
    local id = redis.call('ZRANGE', queue_key, '(0', '+inf', 'BYSCORE', 'LIMIT', kept, 1)[1]
    if not id or id == asker then
      return id
    end
    now = now or now_micros()
    local client, claim_ms = string.match(id, '^([^:]*):%d+:(%d+)$')
    claim_ms = tonumber(claim_ms)
    local heard = redis.call('ZSCORE', queue_key, client)
    if not heard or now + tonumber(heard) > claim_ms * 1000 then
      redis.call('ZREM', queue_key, id)
    elseif passed_over[client] then
      kept = kept + 1
    else
      if not first then
        first, last = draw(queue_key, last_number(queue_key), now, BLOCK)
      end
      local others = redis.call('ZCOUNT', queue_key, '(0', '+inf') - 1 + behind
      local message = table.concat(
        {'granted', id, text(first), text(last), text(claim_ms), text(others)}, ' ')
      local listening = redis.call('PUBLISH', inbox_prefix .. client, message)
      if listening == 0 and not is_cluster then
        passed_over[client] = true
        kept = kept + 1
      else
        redis.call('ZREM', queue_key, id)
        hold(lock_key, id, first, last, claim_ms)
        return id
      end
    end
  end
  return nil
end
