-- @include next.lua
-- @include holders.lua

-- Gives what there is to those who wait, in their order, and tells them; not the one who asks.
local function grant_next(lock_key, queue_key, asker)
  local now, walk = now_micros(), new_walk()
  local permits = tonumber(redis.call('HGET', lock_key, 'permits') or '0')
  while #entries(entries_key, now) < permits do
    local id = next_ticket(queue_key, asker, now, walk)
    if not id then
      return
    end
    local client, claim_ms = parts(id)
    local token = text(draw(queue_key, last_number(queue_key), now, 1))
    redis.call('ZREM', queue_key, id)
    keep_entry(entries_key, id, claim_left(queue_key, client, claim_ms, now), now)
    if id ~= asker then
      tell(id, table.concat({'granted', id, token, token, text(claim_ms), '1', '0', '0', lock_key}, ' '))
    end
  end
end
