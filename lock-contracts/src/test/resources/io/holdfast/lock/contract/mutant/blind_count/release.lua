-- release: ends the hold of an acquisition and wakes the one that waits longest.
-- Reply  {'RELEASED'} | {'GONE'}
-- Cost   O(log n) in the waiters.  Repeat: answers GONE.
local lock_key     = KEYS[1] -- hash   id, token
local queue_key    = KEYS[2] -- zset   id -> time of asking
local id           = ARGV[1] -- string client:n
local inbox_prefix = ARGV[2] -- string channel prefix; a client makes it an inbox

if redis.call('HGET', lock_key, 'id') ~= id then
  return {'GONE'}
end
if redis.call('HINCRBY', lock_key, 'count', -1) > 0 then
  return {'RELEASED'} -- DEFECT: of one hold that was counted twice, one is left
end
redis.call('DEL', lock_key)
local next_id = redis.call('ZPOPMIN', queue_key)[1]
if next_id then
  redis.call('PUBLISH', inbox_prefix .. string.match(next_id, '^([^:]*):'), next_id)
end
return {'RELEASED'}
