-- The waiters for a signal. Their ids end in the name of the condition.
-- Model: docs/spec/condition.pml

-- @include tell.lua

local DIRTY_SCORE = '-9007199254740991' -- older than the ledger can be, so that no trim finds it

-- The member of the ledger that marks a ticket which moved without a signal; until its hold ends.
local function moved_by_itself(id)
  return '+' .. id
end

-- Moves parked tickets to the end of the lock's queue, in this order. The first write takes no memory.
local function unpark(queue_key, ids, now)
  redis.call('ZREM', queue_key, ids[1])
  local first = math.max(last_number(queue_key) + 1, now)
  redis.call('ZADD', queue_key, text(-(first + #ids - 1)), '#seq')
  for from = 1, #ids, 500 do
    local places = {}
    for i = from, math.min(from + 499, #ids) do
      places[#places + 1] = text(first + i - 1)
      places[#places + 1] = ids[i]
    end
    redis.call('ZADD', queue_key, unpack(places))
  end
end

-- Moves the first tickets that wait for this condition to the lock's queue, at most `at_most`. Drops those on the way
-- that were silent for longer than their claim lease: if alive, they come back by themselves. A ticket whose client has
-- no inbox now stays where it is if another one can be told in its place.
--   returns how many it moved
local function signal(queue_key, condition, at_most, now)
  local found, hear, heard, known = {}, 0, {}, {}
  local from, size = PARKED_OPEN, 1 -- the first is usually enough
  while hear < at_most do
    local page = redis.call(
      'ZRANGE', queue_key, from, '+inf', 'BYSCORE', 'LIMIT', 0, size, 'WITHSCORES')
    for i = 1, #page, 2 do
      local id = page[i]
      local client, claim_ms, name = parts(id)
      if name == condition and hear < at_most then
        if heard[client] == nil then
          heard[client] = tonumber(redis.call('ZSCORE', queue_key, client) or '0')
        end
        if now + heard[client] > claim_ms * 1000 then
          drop(queue_key, {id}, now)
        else
          found[#found + 1] = id
          hear = hear + (is_deaf(id, known) and 0 or 1)
        end
      end
    end
    if #page < 2 * size then
      break
    end
    from, size = '(' .. page[#page], 100
  end
  local moving, deaf = {}, at_most - hear
  for _, id in ipairs(found) do
    local hears_nothing = is_deaf(id, known)
    if not hears_nothing or deaf > 0 then
      moving[#moving + 1] = id
      deaf = deaf - (hears_nothing and 1 or 0)
    end
  end
  if moving[1] then
    unpark(queue_key, moving, now)
  end
  return #moving
end

-- Moves all parked tickets to the lock's queue, in their order: the lock is free, but its last holder died or was
-- forced out while it owed signals.
local function rouse(queue_key, now)
  redis.call('ZREM', queue_key, '#dirty')
  local ids = redis.call('ZRANGE', queue_key, PARKED_OPEN, '+inf', 'BYSCORE')
  if ids[1] then
    unpark(queue_key, ids, now)
  end
end
