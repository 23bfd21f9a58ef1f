-- The hash of a semaphore has the number of free permits, and of all permits: permits, size; and when it was begun, as
-- a number of the queue's counter: born. A granted ticket has an entry (entries.lua), a promise, until its client
-- confirms the grant and thereby takes the permits. Taken permits belong to nobody.
-- Model: docs/spec/attempt_tombstone.pml, grant_validity.pml

-- @include share.lua
-- @include memory.lua

local MOST = 2147483647
local LEAST = -2147483648

-- How many permits are promised.
local function promised(entries_key, now)
  local sum = 0
  for _, id in ipairs(entries(entries_key, now)) do
    sum = sum + permits_of(id)
  end
  return sum
end

-- How many permits are free.
local function free_permits(lock_key, entries_key, now)
  return tonumber(redis.call('HGET', lock_key, 'permits') or '0') - promised(entries_key, now)
end

-- Begins the semaphore with this many permits if there is none.
local function begin(lock_key, queue_key, declared, now)
  if redis.call('HGET', lock_key, 'permits') then
    return
  end
  local born = draw(queue_key, last_number(queue_key), now, 1)
  redis.call('EXPIRE', queue_key, DAY_S)
  redis.call('HSET', lock_key, 'permits', declared, 'size', declared, 'born', text(born))
end

-- When the semaphore was begun; 0 if there is none.
local function born_of(lock_key)
  return tonumber(redis.call('HGET', lock_key, 'born') or '0')
end

-- Takes the permits of this id for good. The first write takes memory: a permit that cannot be written is not given.
local function take(lock_key, queue_key, entries_key, id, now)
  remember_taking(queue_key, id, now)
  redis.call('HINCRBY', lock_key, 'permits', text(0 - permits_of(id))) -- avoids -0, which HINCRBY refuses
  redis.call('ZREM', entries_key, id)
  redis.call('ZREM', queue_key, id)
end
