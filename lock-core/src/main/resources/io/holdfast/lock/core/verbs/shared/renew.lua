-- renew: where several can hold at a time, extends the leases of many; also confirms a grant with a fixed lease.
-- Reply  one number for each: 0 gone, 1 kept, 2 kept and others wait.
-- Cost   O(log n) for each.  Repeat: the same; never creates, never shortens.
-- KEYS   triples of lock_key, queue_key, entries_key   ARGV   pairs of id, lease_ms (0: only ask)
-- Model: docs/spec/grant_validity.pml, attempt_tombstone.pml, handover.pml

-- @include ledger.lua
-- @include entries.lua

local now = now_micros()
local reply = {}
for i = 1, #KEYS / 3 do
  local queue_key, entries_key = KEYS[3 * i - 1], KEYS[3 * i]
  local id, lease_ms = ARGV[2 * i - 1], tonumber(ARGV[2 * i])
  if entry_until(entries_key, id, now) == 0 then
    reply[i] = 0
  else
    if lease_ms > 0 then
      -- The first write takes no memory: a holder keeps its permits, also on a server that is out of memory.
      redis.call('ZREMRANGEBYSCORE', entries_key, '-inf', text(math.floor(now / 1000)))
      keep_entry(entries_key, id, lease_ms, now)
    end
    local others = redis.pcall('ZCOUNT', queue_key, '(0', PARKED_OPEN)
    reply[i] = (type(others) == 'number' and others > 0) and 2 or 1
  end
end
return reply
