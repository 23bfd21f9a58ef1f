-- The queue of a lock is one sorted set with two sides:
--   scores above 0: tickets           acquisition id -> arrival number
--   scores below 0: the ledger        '#seq' -> last number drawn; clientId -> when last heard;
--                                     acquisition id -> when withdrawn (a tombstone)
-- All of these are microseconds of the server's clock, or run ahead of it by a little.

local BLOCK = 1024 -- numbers in a block of tokens, and how far the counter may run ahead of TIME

-- Numbers become text only here: '..' and tostring() round 16 digits.
local function text(number)
  return string.format('%.0f', number)
end

local function now_micros()
  local time = redis.call('TIME')
  return tonumber(time[1]) * 1000000 + tonumber(time[2])
end

local function last_number(queue_key)
  return -(tonumber(redis.call('ZSCORE', queue_key, '#seq') or '0'))
end

-- Draws up to `want` numbers that rise for ever, also when the counter was lost: the first is above
-- every number drawn before and not below TIME. A block never runs further ahead of TIME than BLOCK.
local function draw(queue_key, seq, now, want)
  local first = math.max(seq + 1, now)
  local last = math.min(first + want - 1, math.max(first, now + BLOCK))
  redis.call('ZADD', queue_key, text(-last), '#seq')
  return first, last
end

-- Forgets what the ledger last heard of longer than the retention ago.
local function trim(queue_key, now, retention_s)
  redis.call('ZREMRANGEBYSCORE', queue_key, text(-(now - retention_s * 1000000)), '0')
end

-- Makes the key last at least this long; never shortens what somebody already believes.
local function keep_alive(key, millis)
  if redis.call('PTTL', key) < millis then
    redis.call('PEXPIRE', key, text(millis))
  end
end
