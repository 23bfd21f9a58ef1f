-- How many wait for the lock, as far as their clients were heard within their claim leases: the tickets of the dead
-- stay until a grant finds them. Looks at the first 1000, and counts the others as they are.
local function living(queue_key)
  local now, alive, dead = now_micros(), {}, 0
  local ids = redis.call('ZRANGE', queue_key, '(0', PARKED_OPEN, 'BYSCORE', 'LIMIT', 0, 1000)
  for _, id in ipairs(ids) do
    local client, claim_ms = parts(id)
    if alive[client] == nil then
      local heard = redis.call('ZSCORE', queue_key, client)
      alive[client] = heard and now + tonumber(heard) <= claim_ms * 1000 or false
    end
    dead = dead + (alive[client] and 0 or 1)
  end
  return tickets(queue_key) - dead
end
