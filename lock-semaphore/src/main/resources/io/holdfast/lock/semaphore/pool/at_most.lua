-- How many permits there are: a ticket for more waits in vain.
--   returns the number, and whether it was ever changed. 0 if none were declared, as in a pool that was deleted or lost
--   while its queue was not: a waiter has to begin it
local function at_most(lock_key)
  local fields = redis.call('HMGET', lock_key, 'size', 'resized')
  return tonumber(fields[1] or '0'), fields[2] ~= false
end
