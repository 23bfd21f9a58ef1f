-- Takes a free lock that has no ledger, and makes none. It stands before all functions, as to define one costs about as
-- much as a command.

-- Which of the keys are there; false if the question is repeated: then the first write must take no memory.
local found = not string.find(flags, 'r', 1, true) and redis.call('EXISTS', lock_key, queue_key)
if found == 0 and KEYS[3] and not detail then
  local time = redis.call('TIME')
  local now = time[1] * 1000000 + time[2]
  local before = redis.pcall('SET', KEYS[3], string.format('%.0f', now + 7), 'KEEPTTL', 'GET') -- a block: holder_key.lua
  local last = type(before) == 'string' and string.find(before, '^%d+$') and tonumber(before)
  if before == false or last and last < now then -- mostly so
    redis.call('SET', lock_key, id .. ' ' .. string.format('%.0f', now), 'PX', ARGV[2])
    return {'ACQUIRED', now, now + 7, 0}
  elseif type(before) == 'string' then
    redis.call('SET', KEYS[3], before, 'KEEPTTL') -- ahead of the clock, or not ours
  end
end
