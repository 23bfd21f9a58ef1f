-- @include ids.lua

-- How far the tickets at the head of the queue are all of this client: the arrival number of the last of them, or 0. If
-- this client holds the lock it may serve these by itself, in their order.
local function run_of(queue_key, client)
  local until_arrival, from, size = 0, 0, 4
  while true do
    local run = redis.call('ZRANGE', queue_key, '(0', PARKED_OPEN, 'BYSCORE', 'LIMIT', from, size,
      'WITHSCORES')
    for i = 1, #run, 2 do
      local owner, _, condition = parts(run[i])
      if owner ~= client or condition ~= '' then
        return until_arrival
      end
      until_arrival = tonumber(run[i + 1])
    end
    if #run < 2 * size or from > 0 then
      return until_arrival
    end
    from, size = size, 60
  end
end
