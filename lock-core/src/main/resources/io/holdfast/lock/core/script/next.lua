-- @include tell.lua
-- @include run.lua

-- When no ticket could be granted: in how many milliseconds it is worth asking again. Soon if tickets were dropped, as
-- there may be more behind them; otherwise when the first skipped ticket has been silent for too long.
local again_ms = 50

-- Whether the last walk ended before the queue did: a ticket behind its end may be able to use the lock.
local has_given_up = false
local MOST_KEPT = 5000 -- tickets at the head of the queue that cannot use the lock now
local MOST_LOOKED_AT = 10000

-- Drops the first tickets, which were all skipped: they are too many to walk past each time. A live client puts them
-- back when its inbox is open again.
--   dropped  condition -> how many of the dropped tickets waited for it
local function drop_first(queue_key, count, now, dropped)
  while count > 0 do
    local ids = redis.call(
      'ZRANGE', queue_key, '(0', PARKED_OPEN, 'BYSCORE', 'LIMIT', 0, math.min(count, 500))
    for _, id in ipairs(ids) do
      local _, _, condition = parts(id)
      if condition ~= '' then
        dropped[condition] = (dropped[condition] or 0) + 1
      end
    end
    drop(queue_key, ids, now)
    count = count - #ids
  end
end

-- The first of the skipped tickets whose clients had listened in the slot, or nil; each once.
local function take_of_shard(walk)
  local id = table.remove(walk.of_shard, 1)
  if id then
    walk.kept = walk.kept - 1 -- it leaves the queue, and the others move up
  end
  return id
end

-- The first ticket whose client can use the lock, or whose caller takes it by itself.
-- A ticket is dropped when its client was silent for longer than the ticket's claim lease; it is skipped, but kept,
-- when nobody listens at its inbox. A ticket that listened in the slot is skipped only for another that listens there
-- now. Otherwise it still has its turn, and is told by its other inbox: while a slot moves, no client can listen in it
-- at its new node. When 5000 were skipped they are dropped, too. After 10 000 the walk gives up.
--   asker    the id, or the client, whose caller takes the lock by itself; or nil
--   walk     the state of the walk: how many were kept, and looked at, so far, and what is known of inboxes
--   returns  the id, or nil; and condition -> how many of the dropped tickets waited for it
local function next_ticket(queue_key, asker, now, walk)
  local dropped = {}
  local size = 1 -- the first ticket is usually enough
  has_given_up = false
  while not has_given_up do
    local ids = redis.call(
      'ZRANGE', queue_key, '(0', PARKED_OPEN, 'BYSCORE', 'LIMIT', walk.kept, size)
    for _, id in ipairs(ids) do
      walk.looked = walk.looked + 1
      local client, claim_ms, condition = parts(id)
      if id == asker or client == asker then
        return id, dropped
      end
      local heard = redis.call('ZSCORE', queue_key, client)
      local hears_nothing = is_deaf(id, walk.deaf)
      if not heard or now + tonumber(heard) > claim_ms * 1000 then
        drop(queue_key, {id}, now)
        walk.dropped = true
        if condition ~= '' then
          dropped[condition] = (dropped[condition] or 0) + 1
        end
      elseif hears_nothing then
        walk.kept = walk.kept + 1
        if is_of_shard(id) then
          table.insert(walk.of_shard, id)
        end
        local left_ms = claim_ms - math.floor((now + tonumber(heard)) / 1000)
        walk.first_silent_ms = math.min(walk.first_silent_ms or left_ms, left_ms)
      else
        return not is_of_shard(id) and take_of_shard(walk) or id, dropped
      end
    end
    if #ids < size then
      break
    end
    size = 100
    if walk.kept >= MOST_KEPT then
      drop_first(queue_key, walk.kept, now, dropped)
      walk.kept, walk.dropped, walk.of_shard = 0, true, {}
    end
    has_given_up = walk.looked >= MOST_LOOKED_AT
  end
  again_ms = math.max(50, not walk.dropped and walk.first_silent_ms or 0)
  return take_of_shard(walk), dropped
end

local function new_walk()
  return {kept = 0, looked = 0, deaf = {}, of_shard = {}}
end
