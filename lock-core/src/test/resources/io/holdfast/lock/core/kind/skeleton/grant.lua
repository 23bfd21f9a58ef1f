-- @include next.lua
-- @include holders.lua

-- Gives what there is to those who wait, in their order, and tells them; not the one who asks.
local function grant_next(lock_key, queue_key, inbox_prefix, flags, asker)
  local now, walk, is_cluster = now_micros(), new_walk(), string.find(flags, 'c', 1, true) ~= nil
  local permits = tonumber(redis.call('HGET', lock_key, 'permits') or '0')
  while #entries(entries_key, now) < permits do
    local id = next_ticket(queue_key, inbox_prefix, is_cluster, asker, now, walk)
    if not id then
      return
    end
    local client, claim_ms = parts(id)
    local token = text(draw(queue_key, last_number(queue_key), now, 1))
    redis.call('ZREM', queue_key, id)
    keep_entry(entries_key, id, claim_left(queue_key, client, claim_ms, now), now)
    if id ~= asker then
      redis.call('PUBLISH', inbox_prefix .. client, table.concat({'granted', id, token, token, text(claim_ms), '1', '0', '0', lock_key}, ' '))
    end
  end
end
