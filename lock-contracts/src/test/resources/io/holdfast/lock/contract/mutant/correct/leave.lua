-- leave: withdraws an acquisition for good, whatever came of it: the id is dead from here on.
-- Reply  {'LEFT'}
-- Cost   O(log n) in the waiters.  Repeat: answers as the first time.
local lock_key     = KEYS[1] -- hash   id, token
local queue_key    = KEYS[2] -- zset   id -> time of asking
local dead_key     = KEYS[3] -- zset   ids that were withdrawn
local id           = ARGV[1] -- string client:n
local inbox_prefix = ARGV[2] -- string channel prefix; a client makes it an inbox

redis.call('ZADD', dead_key, redis.call('TIME')[1], id)
redis.call('PEXPIRE', dead_key, 60000)
redis.call('ZREM', queue_key, id)
if redis.call('HGET', lock_key, 'id') == id then
  redis.call('DEL', lock_key)
end
if redis.call('EXISTS', lock_key) == 0 then
  local next_id = redis.call('ZPOPMIN', queue_key)[1]
  if next_id then
    redis.call('PUBLISH', inbox_prefix .. string.match(next_id, '^([^:]*):'), next_id)
  end
end
return {'LEFT'}
