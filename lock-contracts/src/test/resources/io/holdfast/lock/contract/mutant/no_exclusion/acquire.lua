-- acquire: takes the lock for one acquisition.
-- Reply  {'ACQUIRED', token, count} | {'DEAD'}
-- Cost   O(log n) in the waiters.  Repeat: draws another token.
local lock_key  = KEYS[1] -- hash   id, token; expires with the lease
local queue_key = KEYS[2] -- zset   id -> time of asking
local seq_key   = KEYS[3] -- string the last token
local dead_key  = KEYS[4] -- zset   ids that were withdrawn
local id        = ARGV[1] -- string client:n
local lease_ms  = ARGV[2] -- number lease

if redis.call('ZSCORE', dead_key, id) then
  return {'DEAD'}
end
local time = redis.call('TIME')
local now_us = time[1] * 1000000 + time[2]
-- DEFECT: does not look whether there is a holder
local last = tonumber(redis.call('GET', seq_key) or '0')
local token = string.format('%.0f', math.max(last + 1, now_us))
redis.call('SET', seq_key, token, 'PX', 600000)
redis.call('ZREM', queue_key, id)
redis.call('HSET', lock_key, 'id', id, 'token', token)
redis.call('PEXPIRE', lock_key, lease_ms)
return {'ACQUIRED', token, 1}
