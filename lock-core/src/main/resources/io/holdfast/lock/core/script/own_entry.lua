-- What one has of what several have at a time.

-- @include entry.lua

local entries_key = KEYS[3] -- zset   entries of those who have it (entries.lua); expires with the last of them

-- Takes no memory.
local function remove_entry(id, now)
  redis.call('ZREM', entries_key, id)
  if now % 16 == 0 then -- often enough, as those that are over do not count
    redis.call('ZREMRANGEBYSCORE', entries_key, '-inf', text(math.floor(now / 1000)))
  end
end

-- Ends what this id has, if it has anything; whether it had. The first write takes no memory. The key may last longer
-- than the others' entries: they end by themselves.
local function end_hold(_, _, id)
  local now, ends = now_micros(), entry_of(entries_key, id)
  if not ends then
    return false -- and the key may be somebody else's
  end
  remove_entry(id, now)
  return ends * 1000 > now
end
