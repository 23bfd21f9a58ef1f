-- renew: extends the leases of many acquisitions; also confirms a grant with a fixed lease.
-- Reply  one number for each: 0 gone, 1 kept, 2 kept and others wait.
-- Cost   O(1) for each.  Repeat: the same; never creates, never shortens.
-- KEYS   pairs of lock_key, queue_key   ARGV   pairs of id, lease_ms (0: only ask)
-- Model: docs/spec/grant_validity.pml, attempt_tombstone.pml, handover.pml

-- @include ledger.lua
-- @include holder_key.lua

local reply = {}
for i = 1, #KEYS, 2 do
  local lock_key, queue_key = KEYS[i], KEYS[i + 1]
  local id, lease_ms = ARGV[i], tonumber(ARGV[i + 1])
  -- A key of a foreign type means that this hold is gone; the others must not fail.
  if read_holder(lock_key)[1] ~= id then
    reply[#reply + 1] = 0
  else
    if lease_ms > 0 then
      keep_alive(lock_key, lease_ms)
    end
    local others = redis.pcall('ZCOUNT', queue_key, '(0', PARKED_OPEN)
    reply[#reply + 1] = (type(others) == 'number' and others > 0) and 2 or 1
  end
end
return reply
