-- renew: confirms that a client knows of its grant, and thereby takes the permits.
-- Reply  one number for each: 0 the promise has run out, 1 taken, 2 taken and others wait.
-- Cost   O(log n) for each.  Repeat: takes nothing twice.
-- KEYS   triples of lock_key, queue_key, entries_key   ARGV   pairs of id, lease_ms (0: only ask)
-- Model: docs/spec/grant_validity.pml, attempt_tombstone.pml

-- @include ledger.lua
-- @include ours.lua
-- @include hash.lua
-- @include entries.lua
-- @include balance.lua

local now = now_micros()
local reply = {}
for i = 1, #KEYS / 3 do
  local lock_key, queue_key, entries_key = KEYS[3 * i - 2], KEYS[3 * i - 1], KEYS[3 * i]
  local id, lease_ms = ARGV[2 * i - 1], tonumber(ARGV[2 * i])
  local is_taken = type(redis.pcall('ZSCORE', queue_key, taking_mark(id))) == 'string'
  local is_promised = not is_taken and entry_until(entries_key, id, now) > 0
    and type(redis.pcall('HGET', lock_key, 'permits')) == 'string' -- otherwise all is lost except the promise
    and not foreign_hash(lock_key) and not foreign_queue(queue_key)
  if not is_taken and not is_promised then
    reply[i] = 0
  else
    if is_promised and lease_ms > 0 then
      redis.call('ZREM', entries_key, id) -- takes no memory: a promise is always kept
      take(lock_key, queue_key, entries_key, id, now)
      if redis.call('TTL', queue_key) == -1 then
        redis.call('EXPIRE', queue_key, DAY_S) -- it was lost, and has just been created
      end
    end
    reply[i] = tickets(queue_key) > 0 and 2 or 1
  end
end
return reply
