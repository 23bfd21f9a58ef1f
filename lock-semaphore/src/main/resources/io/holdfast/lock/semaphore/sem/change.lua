-- change: releases permits, or changes how many there are; then grants free ones to the waiters.
-- Reply  {free permits, all permits, whether it is the semaphore that the caller means: 1 | 0, its number
--        (memory.lua)}, as it is now; of a drain: {how many it took, when the semaphore was begun, 1 | 0, its number};
--        and, if the caller means another one: ms for which that has been gone, or -1;
--        of a look: {0, 0, 1, its number, ms since the last deletion or -1}
-- Cost   O(log n) for each ticket that is granted.  Repeat: the same request takes effect once.
-- The first write takes no memory: a server out of memory may need just this change.
-- Model: docs/spec/attempt_tombstone.pml
local lock_key     = KEYS[1]           -- hash   permits, size (balance.lua)
local queue_key    = KEYS[2]           -- zset   tickets and ledger (ledger.lua)
local flags        = ARGV[1]           -- string c: cluster
local retention_s  = tonumber(ARGV[2]) -- number how long the ledger remembers
local inbox_prefix = ARGV[3]           -- string channel prefix; a clientId makes it an inbox
local request      = ARGV[4]           -- string clientId:number
local what         = ARGV[5]           -- string give, back: permits, if they are of this semaphore; back
--                                               begins none
--                                               grow: permits and size  resize: size, and permits by the difference
--                                               drain: take all, or give what is missing  look: only done_with
local number       = tonumber(ARGV[6]) -- number by how much, or the new size
local declared     = ARGV[7]           -- string how many permits there are if none were declared before
local done_with    = ARGV[8]           -- string the numbers of this client's requests whose answers it has
local told         = tonumber(ARGV[9] or '') -- number or nil; the semaphore's number, as told before (memory.lua)

-- @include ledger.lua
-- @include foreign.lua
-- @include condition.lua
-- @include grant.lua

-- Whether the request is for a semaphore that no longer exists.
local function is_of_another()
  if told then
    return is_deleted_since(told, lock_key, queue_key)
  end
  return what == 'back' and born_of(lock_key) == 0
end

local is_size = what == 'grow' or what == 'resize'
local now = now_micros()
local not_ours_answer = foreign(lock_key, queue_key)
if not_ours_answer then
  return not_ours_answer
end
redis.call('EXPIRE', queue_key, retention_s)
if what == 'look' then
  forget(queue_key, request, done_with)
  return {0, 0, 1, incarnation(lock_key, queue_key), ms_since_deletion(queue_key, now)}
end
local is_done_before = is_done(queue_key, request)
local is_void = is_of_another()
if not is_done_before and is_void then
  remember(queue_key, request, now) -- otherwise a repeat might give them to the next semaphore of that name
  redis.call('EXPIRE', queue_key, retention_s) -- that write may have created it
  is_done_before = true
end
if not is_done_before then
  begin(lock_key, queue_key, declared, now)
  local balance = redis.call('HMGET', lock_key, 'permits', 'size')
  local permits, size = tonumber(balance[1]), tonumber(balance[2])
  local more = what == 'resize' and number - size or number
  if what == 'drain' then
    more = 0 - free_permits(lock_key, entries_key, now)
  end
  local least, most = permits + more, permits + more
  if is_size then
    least, most = math.min(least, size + more), math.max(most, size + more)
  end
  if most > MOST or least < LEAST then
    return redis.error_reply(
      'TOOMANY ' .. text(more) .. ' permits more, of ' .. text(permits) .. ': at least ' .. text(LEAST)
      .. ', at most ' .. text(MOST))
  end
  redis.call('HINCRBY', lock_key, 'permits', text(more))
  if is_size then
    redis.call('HINCRBY', lock_key, 'size', text(more))
  end
  if what == 'drain' then
    remember_answer(queue_key, request, now, 0 - more)
  else
    remember(queue_key, request, now)
  end
  forget(queue_key, request, done_with)
  trim(queue_key, now)
  redis.call('EXPIRE', queue_key, retention_s)
  if more > 0 then
    grant_next(lock_key, queue_key, nil, 0)
  end
end
local gone_ms = is_void and told and ms_gone(told, lock_key, queue_key, now) or nil
if what == 'drain' then
  local _, took = answer_to(queue_key, request)
  return {
    took or 0, born_of(lock_key), is_void and 0 or 1,
    incarnation(lock_key, queue_key), gone_ms}
end
local size = redis.call('HGET', lock_key, 'size')
return {
  free_permits(lock_key, entries_key, now), tonumber(size or '0'), size and not is_void and 1 or 0,
  incarnation(lock_key, queue_key), gone_ms}
