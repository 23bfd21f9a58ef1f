-- Those that hold a lock together: their entries are a sorted set of their own, as each ends by itself.
--   acquisition id -> when it ends, in milliseconds of the server's clock

-- @include entry.lua

-- Makes the entry last at least this long; never shortens what its client already believes. Forgets expired entries.
local function keep_entry(entries_key, id, millis, now)
  local now_ms = math.floor(now / 1000)
  if now_ms + millis > entry_until(entries_key, id, now) then
    redis.call('ZADD', entries_key, text(now_ms + millis), id)
    redis.call('ZREMRANGEBYSCORE', entries_key, '-inf', text(now_ms))
  end
  keep_alive(entries_key, millis)
end

-- Ends the entry, and forgets expired ones: the key lasts as long as the last of the others.
--   returns whether it had not expired
local function end_entry(entries_key, id, now)
  local ends = entry_of(entries_key, id)
  if not ends then
    return false -- the key may also be foreign
  end
  redis.call('ZREM', entries_key, id)
  local now_ms = math.floor(now / 1000)
  redis.call('ZREMRANGEBYSCORE', entries_key, '-inf', text(now_ms))
  local last = redis.call('ZRANGE', entries_key, 0, 0, 'REV', 'WITHSCORES')
  if last[2] then
    redis.call('PEXPIRE', entries_key, text(tonumber(last[2]) - now_ms))
  end
  return ends * 1000 > now
end

-- All entries, the one that ends first at the front.
local function entries(entries_key, now)
  return redis.call('ZRANGE', entries_key, '(' .. text(math.floor(now / 1000)), '+inf', 'BYSCORE')
end

-- The one that ends first; nil if there is none.
local function first_entry(entries_key, now)
  return redis.call('ZRANGE', entries_key, '(' .. text(math.floor(now / 1000)), '+inf', 'BYSCORE', 'LIMIT', 0, 1)[1]
end

local function has_entries(entries_key, now)
  return redis.call('ZCOUNT', entries_key, '(' .. text(math.floor(now / 1000)), '+inf') > 0
end
