-- How many live tickets wait for the lock: those whose clients were heard within their claim leases. Dead tickets stay
-- until a grant finds them. Checks the first 1000, and counts all others as live.
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
