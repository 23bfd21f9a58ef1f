-- Holders of permits have entries (entries.lua), and ids that say how many (share.lua).
-- The hash of the pool has the number of permits: size; the mark of a pool: pool; once a client has asked for more than
-- one at a time: several; and the request that last changed the size: resized.

-- @include share.lua
-- @include keep.lua

-- How many permits there are, 0 if none were declared; and whether each entry is for one, so counting them is enough.
local function size_of(lock_key)
  local fields = redis.call('HMGET', lock_key, 'size', 'several')
  return tonumber(fields[1] or '0'), fields[1] and not fields[2]
end

-- Declares how many there are. A deleted or lost pool may have left requests for several.
local function set_size(lock_key, queue_key, entries_key, size)
  local is_new = redis.call('HSET', lock_key, 'size', size, 'pool', '1') > 0
  if is_new and (redis.call('EXISTS', entries_key) == 1 or tickets(queue_key) > 0) then
    redis.call('HSET', lock_key, 'several', '1')
  end
end

-- How many permits are out. Fails if the key is of a foreign type.
--   each_is_one  as size_of says
local function taken(entries_key, now, each_is_one)
  if each_is_one then
    return redis.call('ZCOUNT', entries_key, '(' .. text(math.floor(now / 1000)), '+inf')
  end
  local sum = 0
  for _, id in ipairs(entries(entries_key, now)) do
    sum = sum + permits_of(id)
  end
  return sum
end
