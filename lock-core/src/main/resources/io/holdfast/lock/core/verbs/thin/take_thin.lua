-- Takes a free lock that has no ledger, and makes none. It stands before all functions, as to define one costs about as
-- much as a command. It answers a number and not a table, which would cost a command, too: the first token of its block.

-- Which of the keys are there; false if the question is repeated: then the first write must take no memory.
local found = not string.find(flags, 'r', 1, true) and redis.call('EXISTS', lock_key, queue_key)
if found == 0 and KEYS[3] and not detail then
  local time = redis.call('TIME')
  local now = time[1] * 1000000 + time[2]
  local token = string.format('%.0f', now)
  local before = redis.pcall('SET', KEYS[3], token, 'KEEPTTL', 'GET') -- counter.lua
  if not before or type(before) == 'string' and #before == 16 and (tonumber(before) or now) + 7 < now then -- mostly so
    redis.call('SET', lock_key, id .. ' ' .. token, 'PX', ARGV[2]) -- holder_key.lua
    return now
  elseif type(before) == 'string' then
    redis.call('SET', KEYS[3], before, 'KEEPTTL') -- ahead of the clock, or not ours
  end
end
