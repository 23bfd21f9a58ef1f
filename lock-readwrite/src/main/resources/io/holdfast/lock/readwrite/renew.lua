-- renew: extends the leases of many acquisitions; also confirms a grant with a fixed lease.
-- Reply  one number for each: 0 gone, 1 kept, 2 kept and others wait.
-- Cost   O(log n) for each.  Repeat: the same; never creates, never shortens.
-- KEYS   triples of lock_key, queue_key, readers_key   ARGV   pairs of id, lease_ms (0: only ask)
-- Model: docs/spec/grant_validity.pml, attempt_tombstone.pml, handover.pml

-- @include ledger.lua
-- @include entries.lua
-- @include readers.lua

-- Extends the hold of the acquisition; returns whether it has one.
-- pcall: a key of a foreign type means that this hold is gone; the others must not fail.
local function kept(lock_key, readers_key, id, lease_ms, now)
  if is_reader(id) then
    local is_reading = entry_until(readers_key, id, now) > 0
    if is_reading and lease_ms > 0 then
      -- The first write takes no memory: a reader goes on, also on a server that is out of memory.
      redis.call('ZREMRANGEBYSCORE', readers_key, '-inf', text(math.floor(now / 1000)))
      keep_entry(readers_key, id, lease_ms, now)
    end
    return is_reading
  end
  local is_writing = redis.pcall('HGET', lock_key, 'id') == id
  if is_writing and lease_ms > 0 then
    keep_alive(lock_key, lease_ms)
  end
  return is_writing
end

local now = now_micros()
local reply = {}
for i = 1, #KEYS / 3 do
  local lock_key, queue_key, readers_key = KEYS[3 * i - 2], KEYS[3 * i - 1], KEYS[3 * i]
  if not kept(lock_key, readers_key, ARGV[2 * i - 1], tonumber(ARGV[2 * i]), now) then
    reply[i] = 0
  else
    local others = redis.pcall('ZCOUNT', queue_key, '(0', PARKED_OPEN)
    reply[i] = (type(others) == 'number' and others > 0) and 2 or 1
  end
end
return reply
