-- How many wait for the lock, as far as their clients were heard within their claim leases: the tickets of the dead
-- stay until a grant finds them. Looks at the first 1000, and counts the others as they are.
local function living(queue_key)
  local now, heard, dead = now_micros(), {}, 0
  local ids = redis.call('ZRANGE', queue_key, '(0', PARKED_OPEN, 'BYSCORE', 'LIMIT', 0, 1000)
  for _, id in ipairs(ids) do
    local client, claim_ms = parts(id)
    if heard[client] == nil then
      heard[client] = tonumber(redis.call('ZSCORE', queue_key, client) or '') or false
    end
    local is_alive = heard[client] and now + heard[client] <= claim_ms * 1000 -- each ticket has a claim of its own
    dead = dead + (is_alive and 0 or 1)
  end
  return tickets(queue_key) - dead
end
