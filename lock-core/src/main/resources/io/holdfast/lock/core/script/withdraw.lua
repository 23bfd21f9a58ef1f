-- @include tell.lua

-- Ends all these acquisitions for their clients: each is told, and finds its id withdrawn should it ask again.
local function withdraw(queue_key, ids, now)
  for _, id in ipairs(ids) do
    redis.call('ZADD', queue_key, text(-now), id)
    tell(id, 'lost ' .. id)
  end
  keep_alive(queue_key, MEMORY_S * 1000) -- what is remembered for longer stays
end
