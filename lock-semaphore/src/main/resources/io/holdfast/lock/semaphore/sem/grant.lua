-- The promised permits of a semaphore, and the next ones.
-- Model: docs/spec/grant_validity.pml, handover.pml

-- @include next.lua
-- @include entries.lua
-- @include balance.lua

local entries_key = KEYS[3] -- zset   entries of promised permits, which their clients have not confirmed

-- Ends what this id holds: gives back the permits that it took, or was promised; returns whether it had any. The first
-- write takes no memory.
local function end_hold(lock_key, queue_key, id)
  if type(redis.pcall('ZSCORE', queue_key, taking_mark(id))) == 'string' then
    redis.call('ZREM', queue_key, taking_mark(id))
    if redis.call('EXISTS', lock_key) == 1 and not foreign_hash(lock_key) then -- the semaphore was not deleted since
      redis.call('HINCRBY', lock_key, 'permits', text(permits_of(id)))
    end
    return true
  end
  return end_entry(entries_key, id, now_micros())
end

-- Whether permits can be granted: a ticket that leaves the queue may have kept others waiting.
local function is_free()
  return true
end

-- When the first promise runs out; below 0 if there is none.
local function ms_left()
  local now = now_micros()
  local first = first_entry(entries_key, now)
  return first and entry_until(entries_key, first, now) - math.floor(now / 1000) or -2
end

-- Promises a ticket its permits, for the rest of its claim lease.
--   returns the message for its client, without the number of the others that wait
local function claim(queue_key, id, now, born)
  local client, claim_ms = parts(id)
  local token = draw(queue_key, last_number(queue_key), now, 1)
  redis.call('ZREM', queue_key, id)
  keep_entry(entries_key, id, claim_left(queue_key, client, claim_ms, now), now)
  return {'granted', id, text(token), text(born), text(claim_ms)}
end

-- Promises permits to the longest part of the queue, from its head, that fits, and tells their inboxes.
--   asker   the id whose caller takes its permits by itself when its turn comes; or nil
--   behind  how many tickets the same call queues
--   returns asker if it was its turn, otherwise nil
local function grant_next(lock_key, queue_key, asker, behind)
  local now = now_micros()
  local free = free_permits(lock_key, entries_key, now)
  local walk, words, turn = new_walk(), {}, nil
  local born = nil
  while free >= 0 do
    local id = next_ticket(queue_key, asker, now, walk)
    if not id or permits_of(id) > free then
      break
    end
    free = free - permits_of(id)
    born = born or born_of(lock_key)
    local word = claim(queue_key, id, now, born)
    if id == asker then
      turn = id
    else
      words[#words + 1] = word
    end
  end
  local waiting = tickets(queue_key) + behind
  for _, word in ipairs(words) do
    word[6], word[7], word[8], word[9] = text(waiting), '0', '0', lock_key
    tell(word[2], table.concat(word, ' '))
  end
  return turn
end
