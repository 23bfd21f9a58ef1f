-- This node agrees to the block of tokens for the acquisition that has its vote, if they are above all tokens that it
-- has agreed to.
--   highest  the highest token agreed to so far, and
--   is_sure  whether that is certain (epoch.lua)
--   born     when the present epoch began, if the block is above all that the asker was told; nil if it is a guess
--   is_known whether a majority, or all nodes, have told their tokens
--   is_held  whether the block belongs to a hold: then the node remembers its last token also if `highest` is not
--            certain, or is a token inside the block
--   returns {'ACCEPTED'} | {'NOTED'}: remembered, not certain | {'REFUSED', highest token agreed to} | {'NOT_HELD'}
-- Model: docs/spec/redlock_token.pml
local function accept(lock_key, queue_key, id, first, last, retention_s, highest, is_sure, born, is_known, is_held)
  local holder = redis.call('HMGET', lock_key, 'id', 'token', 'last', 'agreed')
  if holder[1] ~= id then
    return {'NOT_HELD'}
  end
  if holder[4] and holder[2] == first and holder[3] == last then
    return {'ACCEPTED'}
  end
  local may_agree = (is_sure or born) and tonumber(first) > highest
  local may_note = is_held and tonumber(last) > highest
  if not (may_agree or may_note) then
    return {'REFUSED', highest}
  end
  redis.call('EXPIRE', queue_key, retention_s) -- the first write takes no memory: the voted client has to get the lock
  redis.call('ZADD', queue_key, below_times(tonumber(last)), '#token')
  if not may_agree then
    redis.call('EXPIRE', queue_key, retention_s)
    return {'NOTED'}
  end
  if born and is_known then
    redis.call('ZADD', queue_key, below_times(born), '#epoch')
  end
  redis.call('EXPIRE', queue_key, retention_s) -- the ledger may be new
  redis.call('HSET', lock_key, 'token', first, 'last', last, 'agreed', '1')
  return {'ACCEPTED'}
end
