-- Writes the holder of a free lock; its expiry is the lease.
local function hold_alone(lock_key, id, first, last, millis)
  redis.call('HSET', lock_key, 'id', id, 'token', text(first), 'last', text(last))
  redis.call('PEXPIRE', lock_key, text(millis))
end
