-- release: ends the hold of an acquisition and wakes the one that waits longest.
-- Reply  {'RELEASED'}
-- Cost   O(log n) in the waiters.  Repeat: releases what another holds by then.
local lock_key     = KEYS[1] -- hash   id, token
local queue_key    = KEYS[2] -- zset   id -> time of asking
-- ARGV[1], the id, is not looked at
local inbox_prefix = ARGV[2] -- string channel prefix; a client makes it an inbox

-- DEFECT: says so to whoever calls, since all hold it
redis.call('DEL', lock_key)
local next_id = redis.call('ZPOPMIN', queue_key)[1]
if next_id then
  redis.call('PUBLISH', inbox_prefix .. string.match(next_id, '^([^:]*):'), next_id)
end
return {'RELEASED'}
