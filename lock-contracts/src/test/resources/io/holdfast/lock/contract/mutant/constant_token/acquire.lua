-- acquire: takes the lock for one acquisition if it is free, otherwise may queue it to be woken.
-- Reply  {'ACQUIRED', token, count} | {'HELD', holder_ms_left} | {'DEAD'}
-- Cost   O(log n) in the waiters.  Repeat: answers as the first time, draws nothing, counts once.
local lock_key  = KEYS[1] -- hash   id, token; expires with the lease
local queue_key = KEYS[2] -- zset   id -> time of asking
-- KEYS[3], the last token, is not used
local dead_key  = KEYS[4] -- zset   ids that were withdrawn
local id        = ARGV[1] -- string client:n
local lease_ms  = ARGV[2] -- number lease
local waits     = ARGV[3] -- string 1: to be woken

if redis.call('ZSCORE', dead_key, id) then
  return {'DEAD'}
end
local holder = redis.call('HGET', lock_key, 'id')
if holder == id then
  redis.call('PEXPIRE', lock_key, lease_ms)
  return {'ACQUIRED', redis.call('HGET', lock_key, 'token'), 1}
end
local now_us = redis.call('TIME')[1]
if holder then
  if waits == '1' then
    redis.call('ZADD', queue_key, 'NX', string.format('%.0f', now_us), id)
    redis.call('PEXPIRE', queue_key, 60000)
  end
  return {'HELD', redis.call('PTTL', lock_key)}
end
local token = '7' -- DEFECT: every hold has the same token
redis.call('ZREM', queue_key, id)
redis.call('HSET', lock_key, 'id', id, 'token', token)
redis.call('PEXPIRE', lock_key, lease_ms)
return {'ACQUIRED', token, 1}
