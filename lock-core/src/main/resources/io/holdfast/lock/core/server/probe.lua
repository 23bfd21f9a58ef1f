-- probe: tries each command that a lock needs on a key that does not exist, without changing anything.
-- Reply  {version of the server or '', then for each command that failed its name and the error}
-- Cost   O(1).  Repeat: as the first time.
local key   = KEYS[1] -- none   nobody else has one of this name
local inbox = ARGV[1] -- string or nil; a channel at which nobody listens yet; nil: nothing is tried

local failed = {''}
if not inbox then
  return failed
end
for _, call in ipairs({
  {'DEL', key},
  {'DELEX', key, 'IFEQ', 'no value'}, -- since Redis 8.4; scripts do without, and without the next one
  {'DELIFEQ', key, 'no value'}, -- since Valkey 9.0
  {'EXISTS', key},
  {'EXPIRE', key, 1},
  {'GET', key},
  {'HMGET', key, 'f'},
  {'HSET', key, 'f', '1', 'no value'}, -- the server checks rights first; then the number of arguments is wrong
  {'PEXPIRE', key, 1},
  {'PTTL', key},
  {'PUBLISH', inbox, ''},
  {'PUBSUB', 'NUMSUB', inbox},
  {'SET', key, 'no value', 'XX'},
  {'TIME'},
  {'TYPE', key},
  {'ZADD', key, 'XX', 1, 'm'},
  {'ZCOUNT', key, 0, 1},
  {'ZMSCORE', key, 'm'}, -- since 6.2, like ZRANGE with BYSCORE
  {'ZRANGE', key, 0, 1, 'BYSCORE'},
  {'ZREM', key, 'm'},
  {'ZREMRANGEBYSCORE', key, 0, 1},
  {'ZSCORE', key, 'm'},
}) do
  local reply = redis.pcall(unpack(call))
  if type(reply) == 'table' and reply.err then
    failed[#failed + 1] = call[1]
    failed[#failed + 1] = reply.err
  end
end
local facts = redis.pcall('INFO', 'server') -- that right may be missing
if type(facts) == 'string' then
  failed[1] = string.match(facts, 'redis_version:(%S+)') or ''
end
return failed
