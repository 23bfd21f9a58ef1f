-- Extends the expiry of the keys of a pool, but not at each acquisition.

-- Makes the key of the entries last at least this long. It usually does already, as each extension adds some seconds.
local function keep_entries(entries_key, millis)
  if redis.call('PTTL', entries_key) < millis then
    redis.call('PEXPIRE', entries_key, text(millis + 5000))
  end
end

-- Extends the ledger, and forgets expired entries, which their clients may never end: once a second. Queueing extends
-- the ledger, too.
--   seq  the last number that was drawn before
local function keep_ledger(queue_key, retention_s, seq, now)
  if math.floor(seq / 1000000) ~= math.floor(now / 1000000) then
    redis.call('EXPIRE', queue_key, retention_s)
    redis.call('ZREMRANGEBYSCORE', KEYS[3], '-inf', text(math.floor(now / 1000)))
  end
end
