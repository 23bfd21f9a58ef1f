-- end_thin: ends a thin hold. Nobody waits while the key is a text (holder_key.lua). It leaves nothing behind.
-- Reply  1 if it was held, and has ended; 0 if the case may be another one, and nothing was done
-- Cost   O(1).  Repeat: does nothing.
-- Its one write is DEL, so it works on a server that is out of memory.
-- Model: docs/spec/grant_validity.pml, thin.pml
local lock_key = KEYS[1] -- string  the holder (holder_key.lua); expires with the lease
local thin     = ARGV[1] -- string  what it is: id, blank, token

if redis.pcall('GET', lock_key) ~= thin then -- an error: it is a hash, as somebody has waited, or another has it
  return 0
end
redis.call('DEL', lock_key)
return 1
