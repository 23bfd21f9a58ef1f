-- accept: asks this node to agree to a block of tokens for the acquisition that has its vote.
-- Reply  {'ACCEPTED'} | {'NOTED'} | {'REFUSED', highest token agreed to} | {'NOT_HELD'}
-- Cost   O(log n) in the tickets.  Repeat: agrees again.
-- Model: docs/spec/redlock_token.pml
local lock_key    = KEYS[1]           -- hash   id, token, last: the holder; agreed: so these are tokens
local queue_key   = KEYS[2]           -- zset   tickets and ledger (ledger.lua, epoch.lua)
local node_key    = KEYS[3]           -- string or nil; the epoch (epoch.lua); nil without quarantine
local id          = ARGV[1]           -- string the acquisition
local first       = ARGV[2]           -- string the first token of the block
local last        = ARGV[3]           -- string the last
local retention_s = tonumber(ARGV[4]) -- number how long the ledger remembers
local told_epoch  = ARGV[5]           -- string the epoch in which it voted, if the block is above all that the asker
                                      --        was told; '' if it is a guess
local is_known    = ARGV[6] == '1'    -- boolean whether a majority, or all nodes, have told their tokens
local is_held     = ARGV[7] == '1'    -- boolean whether the block belongs to a hold

-- @include ledger.lua
-- @include epoch.lua
-- @include foreign.lua
-- @include accepting.lua

local not_ours_answer = foreign(lock_key, queue_key)
if not_ours_answer then
  return not_ours_answer
end
local epoch = epoch_of(node_key)
local scores = redis.call('ZMSCORE', queue_key, '#token', '#epoch')
local highest, is_sure = remembered(scores[1], scores[2], epoch, retention_s)
local born = told_epoch == epoch and born_of(epoch) or nil
return accept(lock_key, queue_key, id, first, last, retention_s, highest, is_sure, born, is_known, is_held)
