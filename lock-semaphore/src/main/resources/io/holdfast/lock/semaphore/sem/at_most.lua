-- How many permits can be had at a time, so that who waits for more waits in vain. Any number may be released.
--   returns nil, as there is no such number; but none if the semaphore was lost while its queue was not: who waits is
--   to hear of it
local function at_most(lock_key)
  return not redis.call('HGET', lock_key, 'permits') and 0 or nil, false
end
