-- change: counts down by one; the last count lets all waiters go on.
-- Reply  {count, initial count, whether it is the latch that the caller means: 1 | 0, its number (memory.lua)}, as they
--        are now, and, if it is not: ms for which the latch that the caller means has been gone, or -1;
--        of a look: {0, 0, 1, its number, ms since the last deletion or -1}
-- Cost   O(w) in the clients that wait, at the last one.  Repeat: the same request counts once.
-- The first write takes no memory.
-- Model: docs/spec/attempt_tombstone.pml
local lock_key     = KEYS[1]           -- hash   count, initial (count.lua)
local queue_key    = KEYS[2]           -- zset   tickets and ledger (ledger.lua)
local flags        = ARGV[1]           -- string c: cluster  h, {tag}: see tell.lua
local retention_s  = tonumber(ARGV[2]) -- number how long the ledger remembers
local inbox_prefix = ARGV[3]           -- string channel prefix; a clientId makes it an inbox
local request      = ARGV[4]           -- string clientId:number
local what         = ARGV[5]           -- string count_down; look: only done_with
local declared     = ARGV[7]           -- string the count if none was declared before
local done_with    = ARGV[8]           -- string the numbers of this client's requests whose answers it has
local told         = tonumber(ARGV[9] or '') -- number or nil; the latch's number, as told before (memory.lua)

-- @include ledger.lua
-- @include foreign.lua
-- @include grant.lua

local not_ours_answer = foreign(lock_key, queue_key)
if not_ours_answer then
  return not_ours_answer
end
local now = now_micros()
local is_meant = not (told and is_deleted_since(told, lock_key, queue_key))
redis.call('EXPIRE', queue_key, retention_s)
if what == 'look' then
  forget(queue_key, request, done_with)
  return {0, 0, 1, incarnation(lock_key, queue_key), ms_since_deletion(queue_key, now)}
end
if not is_meant and not is_done(queue_key, request) then
  remember(queue_key, request, now) -- otherwise a repeat might count for the next latch of that name
  redis.call('EXPIRE', queue_key, retention_s) -- that write may have created it
end
if not is_done(queue_key, request) then
  local count = begin(lock_key, queue_key, declared, now)
  if count > 0 then
    redis.call('HINCRBY', lock_key, 'count', '-1')
  end
  remember(queue_key, request, now)
  forget(queue_key, request, done_with)
  trim(queue_key, now)
  redis.call('EXPIRE', queue_key, retention_s)
  if count == 1 then
    redis.call('PEXPIRE', lock_key, LIFE_MS)
    grant_next(lock_key, queue_key)
  end
end
local numbers = redis.call('HMGET', lock_key, 'count', 'initial')
return {
  tonumber(numbers[1] or '0'), tonumber(numbers[2] or '0'), numbers[1] and is_meant and 1 or 0,
  incarnation(lock_key, queue_key), not is_meant and ms_gone(told, lock_key, queue_key, now) or nil}
