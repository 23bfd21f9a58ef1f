-- Those who have a lock, or permits of a pool, together with others: their entries (entries.lua).
-- Model: docs/spec/grant_validity.pml, handover.pml

-- @include entries.lua

local entries_key = KEYS[3] -- zset   entries of those who have it (entries.lua); expires with the last of them

-- Ends what this id has, if it has anything; whether it had. The first write takes no memory. The key may last longer
-- than the others' entries: they end by themselves.
local function end_hold(_, _, id)
  local now = now_micros()
  local was_there = entry_until(entries_key, id, now) > 0
  redis.call('ZREM', entries_key, id)
  if now % 16 == 0 then -- often enough, as those that are over do not count
    redis.call('ZREMRANGEBYSCORE', entries_key, '-inf', text(math.floor(now / 1000)))
  end
  return was_there
end

-- Whether something can be granted: who leaves the queue may have kept others waiting.
local function is_free()
  return true
end

-- For how long the first of those who have something keeps it without being heard; below 0 if nobody has anything.
local function ms_left()
  local now = now_micros()
  local first = first_entry(entries_key, now)
  return first and entry_until(entries_key, first, now) - math.floor(now / 1000) or -2
end
