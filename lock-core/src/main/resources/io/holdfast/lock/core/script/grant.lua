-- The holder of a lock with one holder at a time, and the next one.
-- Model: docs/spec/grant_validity.pml, handover.pml, condition.pml

-- @include tell.lua
-- @include holder.lua
-- @include next.lua

-- Ends the hold of this id, if there is one; returns whether there was. The first write takes no memory.
--   holder  the id that holds the lock
--   flags   l: it may owe a signal
local function end_hold(lock_key, queue_key, id, holder, flags)
  return end_sole_hold(lock_key, queue_key, id, holder, flags)
end

-- Whether the lock can be granted, if the caller has not just ended a hold.
local function is_free(lock_key, holder)
  return not holder and redis.call('EXISTS', lock_key) == 0
end

-- How long the lock stays held without a word from its holder; below 0 if it is free.
local function ms_left(lock_key)
  return redis.call('PTTL', lock_key)
end

-- Grants a free lock to the next ticket, and tells that client's inbox. If the last holder left while it owed signals,
-- all waiters for one are queued first; dropped tickets hand their signals on.
--   o in the script's `flags`: ordered, so that the grantee is told the run of its own tickets behind it, and its
--           arrival number
--   asker   the id, or the client, whose caller takes the lock by itself when its turn comes; or nil
--   behind  how many tickets the same call queues after the grant
--   returns the id whose turn it is, or nil if nobody can take it now
local function grant_next(lock_key, queue_key, asker, behind)
  if not redis.call('ZRANGE', queue_key, '(0', '+inf', 'BYSCORE', 'LIMIT', 0, 1)[1] then
    redis.call('ZREM', queue_key, '#dirty') -- owed to nobody
    return nil
  end
  local now = now_micros()
  if redis.call('ZSCORE', queue_key, '#dirty') then
    rouse(queue_key, now)
  end
  local id, dropped, moved
  repeat
    id, dropped = next_ticket(queue_key, asker, now, new_walk())
    moved = 0
    for condition, count in pairs(dropped) do
      moved = moved + signal(queue_key, condition, count, now)
    end
  until id or moved == 0
  if not id or id == asker or client_of(id) == asker then
    return id
  end
  local arrival = redis.call('ZSCORE', queue_key, id)
  local first, last, claim_ms = claim(lock_key, queue_key, id, now)
  local client = client_of(id)
  local word = {'granted', id, text(first), text(last), text(claim_ms), text(tickets(queue_key) + behind), '0', '0',
    lock_key}
  if string.find(flags, 'o', 1, true) then
    word[7], word[8] = text(run_of(queue_key, client)), text(tonumber(arrival))
  end
  tell(id, table.concat(word, ' '))
  return id
end
