-- leave: ends a hold for its client, and keeps the lock taken for a time, even if the client ends. The holder gets another
-- id, of a client that does not exist. So neither a late request of its former client nor its search for strays
-- (disown.lua) ends or extends it.
-- The signals that the hold may owe stay marked: the next holder pays.
-- If the server had granted the lock to a ticket that the hold served, the next ticket gets it.
-- Reply  {1 if it was held, or has been left before, otherwise 0}
-- Cost   O(log n) for each ticket that was served or is granted.  Repeat: sets the time anew.
-- Model: none: the lock is free when its key expires, as after the death of a holder (docs/spec/grant_validity.pml)
local lock_key     = KEYS[1]           -- the holder (holder_key.lua); expires with the lease
local queue_key    = KEYS[2]           -- zset   tickets and ledger (ledger.lua)
local ids          = ARGV[1]           -- string the acquisition, and those that it served, with blanks
local millis       = tonumber(ARGV[2]) -- number how long the lock is to be taken, from now
local flags        = ARGV[3]           -- string t: leave a tombstone  c, o: see grant_next
local retention_s  = tonumber(ARGV[4]) -- number how long the ledger remembers
local inbox_prefix = ARGV[5]           -- string channel prefix; a clientId makes it an inbox

-- @include ledger.lua
-- @include foreign.lua
-- @include condition.lua
-- @include grant.lua
-- @include served.lua

local not_ours_answer, found = foreign(lock_key, queue_key)
if not_ours_answer then
  return not_ours_answer
end
local id = string.match(ids, '^%S+')
local left_id = string.gsub(id, '^([^:]*)(:%d+:%d+)g?', '%1-%2') -- nor does it linger (ids.lua): nobody would be told
local is_ours = found[1] == id or found[1] == left_id
if is_ours then
  redis.call('PEXPIRE', lock_key, text(millis)) -- the first write takes no memory
  rename_holder(lock_key, found, left_id)
else
  redis.call('ZREM', queue_key, id)
end
local holder = found[1]
if drop_served(lock_key, queue_key, ids, holder) then
  holder = false
end
if string.find(flags, 't', 1, true) then
  local now = now_micros()
  redis.call('ZADD', queue_key, text(-now), id)
  trim(queue_key, now)
  redis.call('EXPIRE', queue_key, retention_s)
end
if not is_ours and is_free(lock_key, holder) then
  grant_next(lock_key, queue_key, nil, 0)
end
return {is_ours and 1 or 0}
