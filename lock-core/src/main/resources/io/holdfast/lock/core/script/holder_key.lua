-- The key of a lock that one has at a time: a hash with the holder's id, first and last token. A kind that keeps it in
-- another form has its own version of this file.

-- What the key says of the holder: id, first and last token, three times false if it is free; or an error.
local function read_holder(lock_key)
  return redis.pcall('HMGET', lock_key, 'id', 'token', 'last')
end

-- Gives the hold to another id; its tokens stay.
local function rename_holder(lock_key, _, id)
  redis.call('HSET', lock_key, 'id', id)
end

-- Makes the key such as the fast paths for waiters look for.
local function inflate() end
