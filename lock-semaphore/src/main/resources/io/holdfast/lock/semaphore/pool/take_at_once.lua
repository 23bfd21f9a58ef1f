-- Takes one permit of a pool that no client ever asked for several, if one is free and nobody waits.
--   returns what `ask` answers; nil if the case is another one, and nothing was done. Then also, if all permits are
--           out: the last number drawn, the first entry, and when that ends
-- Model: docs/spec/grant_validity.pml, attempt_tombstone.pml

-- @include numbers.lua
-- @include share.lua
-- @include keep.lua

local function take_at_once(lock_key, queue_key, id, lease_ms, retention_s)
  local entries_key = KEYS[3]
  local scores = redis.pcall('ZMSCORE', queue_key, '#seq', id)
  if not scores[1] or scores[2] then
    return nil
  end
  local fields = redis.pcall('HMGET', lock_key, 'size', 'several', 'pool')
  if fields[2] or fields[3] ~= '1' or permits_of(id) ~= 1 then
    return nil
  end
  local now = now_micros()
  local now_ms = math.floor(now / 1000)
  local first = redis.pcall('ZRANGE', entries_key, 0, 0, 'WITHSCORES')
  if first.err or first[1] and not string.find(first[1], '^[^:]*:%d+:%d') then
    return nil -- a foreign key is reported later
  end
  local seq = -tonumber(scores[1])
  local size = tonumber(fields[1]) or 0
  local taken = first[1] and redis.call('ZCOUNT', entries_key, '(' .. text(now_ms), '+inf') or 0
  if taken >= size then
    return nil, size > 0 and {seq, first[1], tonumber(first[2])} or nil
  end
  if redis.call('ZCOUNT', queue_key, '(0', '+inf') > 0 then
    return nil
  end
  -- The first write takes memory: a permit that cannot be written is not given.
  local token = draw(queue_key, seq, now, 1)
  redis.call('ZADD', entries_key, 'GT', text(now_ms + lease_ms), id)
  keep_entries(entries_key, lease_ms)
  keep_ledger(queue_key, retention_s, seq, now)
  return {'ACQUIRED', token, token, 0}
end
