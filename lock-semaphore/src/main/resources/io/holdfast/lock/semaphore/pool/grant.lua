-- The holders of permits of a pool, and the next ones.
-- Model: docs/spec/grant_validity.pml, handover.pml

-- @include next.lua
-- @include holders.lua
-- @include permits.lua

-- Gives a ticket without an entry its permits for the rest of its claim lease.
--   seq      the last number drawn
--   returns the message for its client, without the number of the others that wait; and the number that was drawn
local function claim(queue_key, id, now, seq)
  local client, claim_ms = parts(id)
  local left_ms = claim_left(queue_key, client, claim_ms, now)
  local arrival = redis.call('ZSCORE', queue_key, id)
  local token = draw(queue_key, seq, now, 1)
  redis.call('ZREM', queue_key, id)
  redis.call('ZADD', entries_key, text(math.floor(now / 1000) + left_ms), id)
  keep_entries(entries_key, left_ms)
  return {'granted', id, text(token), text(token), text(claim_ms), arrival}, token
end

-- Grants permits to the longest part of the queue, from its head, that fits, and tells their inboxes. Drops a ticket
-- that asks for more than there are, as the pool was made smaller: its client hears of it when it asks again.
--   asker   the id whose caller takes its permits by itself when its turn comes; or nil
--   behind  how many tickets the same call queues
--   returns asker if it was its turn, otherwise nil
local function grant_next(lock_key, queue_key, asker, behind)
  local most = tickets(queue_key)
  if most == 0 then
    return nil
  end
  local now = now_micros()
  local size, each_is_one = size_of(lock_key)
  local free = size - taken(entries_key, now, each_is_one)
  local walk, words, turn, seq = new_walk(), {}, nil, nil
  while free > 0 do
    local id = next_ticket(queue_key, asker, now, walk)
    local permits = id and permits_of(id)
    if not id or (permits > free and permits <= size) then
      break
    elseif permits > size then
      drop(queue_key, {id}, now)
    else
      local word
      word, seq = claim(queue_key, id, now, seq or last_number(queue_key))
      free = free - permits
      if id == asker then
        turn = id
      else
        words[#words + 1] = word
      end
    end
  end
  local waiting = tickets(queue_key) + behind
  for _, word in ipairs(words) do
    local arrival = word[6]
    word[6] = text(waiting)
    word[7] = text(waiting > 0 and run_of(queue_key, client_of(word[2])) or 0)
    word[8] = text(tonumber(arrival))
    word[9] = lock_key
    tell(word[2], table.concat(word, ' '))
  end
  return turn
end
