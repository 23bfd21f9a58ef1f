-- Releases one permit and grants it to the first ticket, if its client is there, all permits were out, and each entry
-- and that ticket are for one. The first write takes no memory.
--   waiting  the first two tickets of the queue and their numbers
--   returns  true if it did so; false if the case is another one, and nothing was done
-- Model: docs/spec/grant_validity.pml, handover.pml

-- @include numbers.lua
-- @include own_entry.lua
-- @include share.lua
-- @include keep.lua
-- @include claim.lua
-- @include run.lua
-- @include tell.lua

local function hand_at_once(lock_key, queue_key, ids, _, waiting)
  local id, arrival = waiting[1], tonumber(waiting[2])
  local client, claim_ms = parts(id)
  if id == ids or arrival >= PARKED or permits_of(id) ~= 1 then
    return false
  end
  local now = now_micros()
  if entry_until(entries_key, ids, now) == 0 then
    return false -- the id had no permit, or served others
  end
  local pool = redis.pcall('HMGET', lock_key, 'size', 'several', 'pool')
  local now_ms = math.floor(now / 1000)
  if pool[2] or pool[3] ~= '1'
      or redis.call('ZCOUNT', entries_key, '(' .. text(now_ms), '+inf') ~= tonumber(pool[1]) then
    return false
  end
  local scores = redis.call('ZMSCORE', queue_key, '#seq', client)
  if not scores[1] or not scores[2] or now + tonumber(scores[2]) > claim_ms * 1000 or is_deaf(id, {}) then
    return false
  end
  redis.call('ZREM', queue_key, id)
  local token = draw(queue_key, -tonumber(scores[1]), now, 1)
  local left_ms = left_of_claim(scores[2], claim_ms, now)
  redis.call('ZADD', entries_key, text(now_ms + left_ms), id)
  remove_entry(ids, now) -- only now: otherwise the key would end, and its expiry with it
  keep_entries(entries_key, left_ms)
  local others = waiting[3] and redis.call('ZCOUNT', queue_key, '(0', PARKED_OPEN) or 0
  local run = others > 0 and run_of(queue_key, client) or 0
  tell(id, table.concat({'granted', id, text(token), text(token), text(claim_ms), text(others), text(run),
    text(arrival), lock_key}, ' '))
  return true
end
