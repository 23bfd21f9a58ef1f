-- @include tell.lua

-- Ends all these acquisitions for their clients: each is told, and finds its id withdrawn if it asks again.
local function withdraw(queue_key, ids, now)
  for _, id in ipairs(ids) do
    redis.call('ZADD', queue_key, text(-now), id)
    tell(id, 'lost ' .. id)
  end
  keep_alive(queue_key, MEMORY_S * 1000) -- marks that last longer stay
end
