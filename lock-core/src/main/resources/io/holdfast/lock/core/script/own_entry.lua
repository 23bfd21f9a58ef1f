-- The entry of one holder where several can hold at a time.

-- @include entry.lua

local entries_key = KEYS[3] -- zset   entries of the holders (entries.lua); expires with the last of them

-- Takes no memory.
local function remove_entry(id, now)
  redis.call('ZREM', entries_key, id)
  if now % 16 == 0 then -- often enough, as expired entries do not count
    redis.call('ZREMRANGEBYSCORE', entries_key, '-inf', text(math.floor(now / 1000)))
  end
end

-- Ends what this id holds, if anything; returns whether it did. The first write takes no memory. The key may last
-- longer than the others' entries: they end by themselves.
local function end_hold(_, _, id)
  local now, ends = now_micros(), entry_of(entries_key, id)
  if not ends then
    return false -- the key may also be foreign
  end
  remove_entry(id, now)
  return ends * 1000 > now
end
