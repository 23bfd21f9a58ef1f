-- Removes the tickets that had their turn under the acquisition of a neighbour, and what they were granted meanwhile.
--   ids      that acquisition, and behind it, each behind a blank, those that it served
local function drop_served(_, queue_key, ids)
  for id in string.gmatch(ids, ' (%S+)') do
    if tonumber(redis.call('ZSCORE', queue_key, id) or '0') > 0 then -- a tombstone stays: it may still be needed
      redis.call('ZREM', queue_key, id)
    end
    redis.call('ZREM', entries_key, id)
  end
  return false
end
