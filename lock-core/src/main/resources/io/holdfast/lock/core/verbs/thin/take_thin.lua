-- Takes a free lock that has no ledger, and makes none. It stands before all functions, as to define one costs about as
-- much as a command. It answers a number and not a table, which would cost a command, too: the first token of its block.

-- Which of the keys are there; false if the question is repeated: then the first write must take no memory.
local found = not string.find(flags, 'r', 1, true) and redis.call('EXISTS', lock_key, queue_key)
if found == 0 and KEYS[3] and not detail then
  local time = redis.call('TIME')
  local first = time[1] * 1000000 + time[2]
  local token = string.format('%.0f', first)
  local before = redis.pcall('SET', KEYS[3], token, 'KEEPTTL', 'GET') -- counter.lua
  local can_take = not before
  if type(before) == 'string' then
    local next_block = #before == 16 and (tonumber(before) or math.huge) + 8 -- holder_key.lua
    if next_block and next_block > first and next_block < first + 1000 then -- many locks are taken in one moment
      first = next_block
      token = string.format('%.0f', first)
      redis.call('SET', KEYS[3], token, 'KEEPTTL')
    end
    can_take = next_block and next_block <= first
  end
  if can_take then
    redis.call('SET', lock_key, id .. ' ' .. token, 'PX', ARGV[2]) -- holder_key.lua
    return first
  elseif type(before) == 'string' then
    redis.call('SET', KEYS[3], before, 'KEEPTTL') -- far ahead of the clock, or not ours
  end
end
