-- How many permits a client can get at a time: a ticket for more waits in vain. Any number may be released.
--   returns nil, as there is no such number; but 0 if the semaphore was lost while its queue was not: its waiters have
--   to hear of it
local function at_most(lock_key)
  return not redis.call('HGET', lock_key, 'permits') and 0 or nil, false
end
