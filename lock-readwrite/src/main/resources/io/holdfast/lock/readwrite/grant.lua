-- The holders of a read-write lock, and the next ones.
-- Model: docs/spec/grant_validity.pml, handover.pml, readwrite.pml

-- @include holder.lua
-- @include next.lua
-- @include entries.lua
-- @include readers.lua

local readers_key = KEYS[3] -- zset   entries of readers (readers.lua); expires with the last of them

-- Ends what this id holds of the lock, if anything; returns whether it did. The first write takes no memory.
--   holder  the id that writes
--   flags   l: it may owe a signal
local function end_hold(lock_key, queue_key, id, holder, flags)
  if is_reader(id) then
    return entry_until(readers_key, id, now_micros()) > 0 and end_entry(readers_key, id, now_micros())
  end
  return end_sole_hold(lock_key, queue_key, id, holder, flags)
end

-- Whether the lock can be granted, if the caller has not just ended a hold.
local function is_free(lock_key, holder)
  return not holder and redis.call('EXISTS', lock_key) == 0
end

-- How long the lock stays held without a word from its holders; below 0 if it is free.
local function ms_left(lock_key)
  local left = redis.call('PTTL', lock_key)
  local longest = redis.call('ZRANGE', readers_key, 0, 0, 'REV', 'WITHSCORES')
  local now_ms = math.floor(now_micros() / 1000)
  return math.max(left, longest[2] and tonumber(longest[2]) - now_ms or -2)
end

-- Tells all readers that a writer waits, so that they let no more readers in.
local function tell_readers(now)
  for _, id in ipairs(entries(readers_key, now)) do
    tell(id, 'wanted ' .. id)
  end
end

-- Lets a ticket read, for the rest of its claim lease.
--   returns the message for its client, without the number of the others that wait
local function claim_to_read(queue_key, id, now)
  local client, claim_ms = parts(id)
  local token = draw(queue_key, last_number(queue_key), now, 1)
  redis.call('ZREM', queue_key, id)
  keep_entry(readers_key, id, claim_left(queue_key, client, claim_ms, now), now)
  return {'granted', id, text(token), text(token), text(claim_ms)}
end

-- Grants the lock to the tickets whose turn it is, and tells their inboxes: to the next ticket if that is of a writer
-- and the lock is free, otherwise to all readers up to the next writer. If the last writer left while it owed signals,
-- all waiters for one are queued first; dropped tickets hand their signals on.
--   asker   the id, or the client, whose caller takes the lock by itself when its turn to write comes, and gets no
--           message of its turn to read; or nil
--   behind  how many tickets the same call queues after the grant
--   returns the id that holds the lock or whose turn it is: `asker` or an id of its client only if it is its turn;
--           READERS if others read; nil if no ticket can take it now. And whether a writer is next
local function grant_next(lock_key, queue_key, asker, behind)
  local writer = redis.call('HGET', lock_key, 'id')
  if writer then
    return writer, true
  end
  local now = now_micros()
  if redis.call('ZSCORE', queue_key, '#dirty') then
    rouse(queue_key, now)
  end
  local turn = has_entries(readers_key, now) and READERS or nil
  local walk, words = new_walk(), {}
  local id, dropped
  repeat
    id, dropped = next_ticket(queue_key, asker, now, walk)
    local moved = 0
    for condition, count in pairs(dropped) do
      moved = moved + signal(queue_key, condition, count, now)
    end
    local goes_on = not id and moved > 0
    if id and is_reader(id) then
      local word = claim_to_read(queue_key, id, now)
      if id == asker then
        turn = id
      else
        words[#words + 1] = word
        turn = turn or READERS
      end
      goes_on = true
    end
  until not goes_on
  local waiting = tickets(queue_key) + behind
  for _, word in ipairs(words) do
    word[6], word[7], word[8], word[9] = text(waiting), '0', '0', lock_key
    tell(word[2], table.concat(word, ' '))
  end
  if not id then
    return turn, false
  elseif turn then
    if id == asker or client_of(id) == asker then
      tell_readers(now)
    end
    return turn, true
  elseif id == asker or client_of(id) == asker then
    return id, true
  end
  local first, last, claim_ms = claim(lock_key, queue_key, id, now)
  local word = {
    'granted', id, text(first), text(last), text(claim_ms), text(tickets(queue_key) + behind), '0', '0', lock_key}
  tell(id, table.concat(word, ' '))
  return id, true
end
