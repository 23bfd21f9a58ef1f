-- renew: extends the leases of many acquisitions, and how long the node remembers their tokens; also confirms a grant
-- with a fixed lease.
-- Reply  one number for each: 0 gone, 1 kept, 2 kept and others wait.
-- Cost   O(log n) for each.  Repeat: the same; never creates, never shortens.
-- KEYS   pairs of lock_key, queue_key   ARGV   pairs of id, lease_ms (0: only ask); then retention_s, or nothing
-- Model: docs/spec/grant_validity.pml, attempt_tombstone.pml, handover.pml

-- @include ledger.lua

local retention_s = tonumber(ARGV[#KEYS + 1] or '') -- number or nil; how long the ledger remembers
local reply = {}
for i = 1, #KEYS, 2 do
  local lock_key, queue_key = KEYS[i], KEYS[i + 1]
  local id, lease_ms = ARGV[i], tonumber(ARGV[i + 1])
  -- pcall: a key of a foreign type means that this hold is gone; the others must not fail.
  if redis.pcall('HGET', lock_key, 'id') ~= id then
    reply[#reply + 1] = 0
  else
    local others = redis.pcall('ZCOUNT', queue_key, '(0', PARKED_OPEN)
    if lease_ms > 0 then
      keep_alive(lock_key, lease_ms)
      local known = retention_s and redis.pcall('ZMSCORE', queue_key, '#seq', '#token') or {}
      if known[1] or known[2] then -- it is a ledger
        keep_alive(queue_key, retention_s * 1000)
      end
    end
    reply[#reply + 1] = (type(others) == 'number' and others > 0) and 2 or 1
  end
end
return reply
