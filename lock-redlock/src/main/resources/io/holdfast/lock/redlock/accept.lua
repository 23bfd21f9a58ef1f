-- accept: has this node agree to a block of tokens for the acquisition that has its vote.
-- Reply  {'ACCEPTED'} | {'REFUSED', last number drawn here} | {'NOT_HELD'}
-- Cost   O(log n) in the tickets.  Repeat: agrees again.
-- Model: docs/spec/redlock_token.pml
local lock_key    = KEYS[1]           -- hash   id, token, last: the holder; expires with the lease
local queue_key   = KEYS[2]           -- zset   tickets and ledger (ledger.lua)
local id          = ARGV[1]           -- string the acquisition
local first       = ARGV[2]           -- string the first token of the block
local last        = ARGV[3]           -- string the last
local retention_s = tonumber(ARGV[4]) -- number how long the ledger remembers

-- @include ledger.lua
-- @include accepting.lua

return accept(lock_key, queue_key, id, first, last, retention_s)
