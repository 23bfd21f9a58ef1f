-- mark: rewrites the expiry of the keys of a lock. WAIT waits for the writes of its own connection, and since Redis 7.2
-- not at all if there are none: so it waits for this write, and for all before it.
-- Reply  {how many of the keys are there}
-- Cost   O(1) for each.  Repeat: the same.
-- The first write is PEXPIRE, so it works on a server that is out of memory; foreign keys stay unchanged.
-- Model: none, as it changes nothing (docs/spec)
local there = 0
for _, key in ipairs(KEYS) do
  local left = redis.call('PTTL', key)
  if left > 0 then
    redis.call('PEXPIRE', key, left)
    there = there + 1
  end
end
return {there}
