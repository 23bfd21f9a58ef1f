-- How many permits there are, so that who waits for more waits in vain.
--   returns nil if nobody has said so; otherwise the number, and whether it was ever changed
local function at_most(lock_key)
  local fields = redis.call('HMGET', lock_key, 'size', 'resized')
  return tonumber(fields[1] or ''), fields[2] ~= false
end
