-- Fast path: votes for the asker of a free lock with an empty queue, and agrees to its tokens.
--   epoch    the present one, or nil (epoch.lua)
--   returns the reply of `acquire`; nil if the case is another one, and nothing was done
-- Model: docs/spec/redlock_token.pml
local function vote_at_once(lock_key, queue_key, id, lease_ms, retention_s, first, last, epoch)
  if redis.call('EXISTS', lock_key) == 1 then
    return nil
  end
  local scores = redis.pcall('ZMSCORE', queue_key, '#seq', id, '#dirty', '#token', '#epoch')
  if scores.err or not scores[1] and redis.call('EXISTS', queue_key) == 1 then
    return nil -- perhaps a foreign key
  end
  local highest, is_sure = remembered(scores[4], scores[5], epoch, retention_s)
  if scores[2] or scores[3] or not is_sure or tonumber(first) <= highest
      or redis.call('ZCOUNT', queue_key, '(0', '+inf') > 0 then
    return nil
  end
  -- The first write takes memory: a vote that cannot be written is not given. It draws one number: the asker has the
  -- block.
  local drawn = math.max(1 - tonumber(scores[1] or '0'), now_micros())
  redis.call('ZADD', queue_key, text(-drawn), '#seq', below_times(tonumber(last)), '#token')
  redis.call('HSET', lock_key, 'id', id, 'token', first, 'last', last, 'agreed', '1')
  redis.call('PEXPIRE', lock_key, text(lease_ms))
  redis.call('EXPIRE', queue_key, retention_s)
  return {'ACQUIRED', tonumber(first), tonumber(last), 0, table.concat({'1', text(highest), '1', epoch or ''}, ' ')}
end
