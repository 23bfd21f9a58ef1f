-- The queue of a lock is one sorted set with three sides:
--   scores above 0: tickets           acquisition id -> arrival number
--   scores above PARKED: tickets that wait for a signal, not for the lock
--                                     acquisition id -> PARKED + arrival number
--   scores below 0: the ledger        '#seq' -> last number drawn; clientId -> when last heard;
--                                     acquisition id -> when withdrawn (a tombstone);
--                                     '#dirty' while a holder owes the parked tickets a signal;
--                                     '!' and a clientId -> when a ticket of it was dropped last
-- Numbers and times are microseconds of the server's clock, or run ahead of it by a little.
-- Model: docs/spec/attempt_tombstone.pml (tombstones)

-- @include numbers.lua
-- @include ids.lua
-- @include claim.lua
-- @include counter.lua

-- For how many milliseconds more a grant of this moment stands without a word from this client.
local function claim_left(queue_key, client, claim_ms, now)
  return left_of_claim(redis.call('ZSCORE', queue_key, client), claim_ms, now)
end

-- Drops tickets that their clients have not given up. The first write takes no memory.
-- A live client hears of it by its next roll call: the mark has changed.
local function drop(queue_key, ids, now)
  redis.call('ZREM', queue_key, unpack(ids))
  local marked = {}
  for _, id in ipairs(ids) do
    local client = client_of(id)
    if not marked[client] then
      marked[client] = true
      redis.call('ZADD', queue_key, text(-now), '!' .. client)
    end
  end
end

-- How many wait for the lock.
local function tickets(queue_key)
  return redis.call('ZCOUNT', queue_key, '(0', PARKED_OPEN)
end

-- The last number drawn: that of the ledger, or if it has drawn none yet, that of the server's counter.
local function last_number(queue_key)
  local seq = redis.call('ZSCORE', queue_key, '#seq')
  return seq and -tonumber(seq) or counter()
end

-- Forgets clients and tombstones that are older than any claim, and than any request that may still be in flight.
local function trim(queue_key, now)
  local seq = redis.call('ZSCORE', queue_key, '#seq')
  redis.call('ZREMRANGEBYSCORE', queue_key, text(-(now - MEMORY_S * 1000000)), '0')
  if seq then
    redis.call('ZADD', queue_key, seq, '#seq') -- however old: it lives as long as the key
  end
end

-- Makes the key last at least this long; never shortens what a client already believes.
local function keep_alive(key, millis)
  if redis.call('PTTL', key) < millis then
    redis.call('PEXPIRE', key, text(millis))
  end
end
