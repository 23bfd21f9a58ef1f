-- Removes the tickets that had their turn under the acquisition of a neighbour.
--   ids      that acquisition, and behind it, each behind a blank, those that it served
--   returns  whether one of them was the holder: the lease had run out, and its ticket was granted
local function drop_served(lock_key, queue_key, ids, holder)
  local was_held = false
  for id in string.gmatch(ids, ' (%S+)') do
    if tonumber(redis.call('ZSCORE', queue_key, id) or '0') > 0 then -- a tombstone stays: it may still be needed
      redis.call('ZREM', queue_key, id)
    end
    if id == holder then
      redis.call('DEL', lock_key)
      was_held = true
    end
  end
  return was_held
end
