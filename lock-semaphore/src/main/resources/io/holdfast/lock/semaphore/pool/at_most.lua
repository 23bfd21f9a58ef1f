-- How many permits there are, so that who waits for more waits in vain.
--   returns the number, and whether it was ever changed. None if nobody has said so, as in a pool that was deleted or
--   lost while its queue was not: who waits is to begin it
local function at_most(lock_key)
  local fields = redis.call('HMGET', lock_key, 'size', 'resized')
  return tonumber(fields[1] or '0'), fields[2] ~= false
end
