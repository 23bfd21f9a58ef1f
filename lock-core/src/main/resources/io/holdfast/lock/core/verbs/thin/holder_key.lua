-- The key of a lock that one has at a time. It has one of two forms:
--   string  a thin hold, taken while nobody waited: the id, a blank, and the first token of its block, which is small.
--           What queues a ticket makes it a hash first, so nobody waits while it is a string: its end looks for nobody
--   hash    id, token, last: the holder, first and last token of its block

-- @include numbers.lua

local THIN_BLOCK = 8 -- so few that the numbers hardly run ahead of the clock (take_thin.lua has it, too)

-- What the key says of the holder: id, first and last token, three times false if it is free; or an error.
local function read_holder(lock_key)
  if redis.call('TYPE', lock_key).ok ~= 'string' then
    return redis.pcall('HMGET', lock_key, 'id', 'token', 'last')
  end
  local id, token = string.match(redis.call('GET', lock_key), '^([^: ]*:%d+:%d%S*) (%d+)$')
  local last = token and text(tonumber(token) + THIN_BLOCK - 1)
  return {id or false, token or false, last or false, is_thin = true}
end

-- Gives the hold to another id; its tokens stay.
--   holder  what read_holder said
local function rename_holder(lock_key, holder, id)
  if holder.is_thin then
    redis.call('SET', lock_key, id .. ' ' .. holder[2], 'KEEPTTL')
  else
    redis.call('HSET', lock_key, 'id', id)
  end
end

-- Makes a thin hold a hash, which the fast paths for waiters look for. It ends when it would have ended.
--   holder  what read_holder said
local function inflate(lock_key, holder)
  if holder.is_thin then
    local left_ms = redis.call('PTTL', lock_key)
    redis.call('DEL', lock_key)
    redis.call('HSET', lock_key, 'id', holder[1], 'token', holder[2], 'last', holder[3])
    if left_ms >= 0 then -- otherwise a person has made it last for ever
      redis.call('PEXPIRE', lock_key, text(math.max(1, left_ms)))
    end
    holder.is_thin = nil
  end
end
