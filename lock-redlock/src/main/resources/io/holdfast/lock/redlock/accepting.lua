-- Has this node agree to the block of tokens for the acquisition that has its vote, if they are above all that it knows.
--   returns {'ACCEPTED'} | {'REFUSED', last number drawn here} | {'NOT_HELD'}
-- Model: docs/spec/redlock_token.pml
local function accept(lock_key, queue_key, id, first, last, retention_s)
  local holder = redis.call('HMGET', lock_key, 'id', 'token', 'last')
  if holder[1] ~= id then
    return {'NOT_HELD'}
  end
  if holder[2] == first and holder[3] == last then
    return {'ACCEPTED'}
  end
  local seq = last_number(queue_key)
  if tonumber(first) <= seq then
    return {'REFUSED', seq}
  end
  redis.call('ZADD', queue_key, text(-tonumber(last)), '#seq')
  redis.call('HSET', lock_key, 'token', first, 'last', last)
  redis.call('EXPIRE', queue_key, retention_s)
  return {'ACCEPTED'}
end
