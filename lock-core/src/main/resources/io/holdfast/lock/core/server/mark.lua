-- mark: writes again what the keys of a lock have. WAIT waits for what its own connection has written, and since Redis 7.2
-- for nothing if that is nothing: it waits for this, and so for all that was written before.
-- Reply  {how many of the keys are there}
-- Cost   O(1) for each.  Repeat: the same.
-- The first write is PEXPIRE, so it works on a server that is out of memory; what is not ours stays as it is.
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
