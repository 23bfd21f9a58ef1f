-- join: makes the node serve a quorum from now on, unless it serves another one in use with as many nodes or more. That
-- begins another epoch: the node knows neither the votes nor the tokens of the other nodes of that quorum.
-- Reply  {epoch}, the present one; '' if none has begun
-- Cost   O(1).  Repeat: changes nothing more.
-- Model: docs/spec/quorum_id.pml
local node_key  = KEYS[1]           -- string the epoch (epoch.lua)
local used_key  = KEYS[2]           -- string the quorum whose clients ask (standing.lua)
local quorum    = ARGV[1]           -- string 'id/number of nodes'
local lease_ms  = tonumber(ARGV[2]) -- number the longest lease
local is_backed = ARGV[3] == '1'    -- boolean whether most nodes serve it

-- @include ledger.lua
-- @include node.lua
-- @include quorum.lua

local not_ours_answer, epoch = foreign_node(node_key, used_key)
if not_ours_answer then
  return not_ours_answer
end
local served, born, now = quorum_of(epoch), born_of(epoch), now_micros()
if epoch == '' or served == quorum then
  return {epoch}
end
-- Clients that begin at the same time propose several: the nodes settle on one before any of them counts. A shorter
-- list gives way to a longer one, also later: two majorities of two lists may have no node in common.
local function size_of(id)
  return tonumber(string.match(id, '/(%d+)$') or '0')
end
local is_young = born and now - born < lease_ms * 1000
local is_longer = size_of(quorum) > size_of(served)
local is_as_long = size_of(quorum) == size_of(served)
local may_change = redis.call('GET', used_key) ~= served
  or is_longer and is_backed
  or is_as_long and is_young and (is_backed or quorum < served)
if served == '' or may_change then
  epoch = string.match(epoch, '^%S+') .. ' ' .. quorum .. ' ' .. text(now)
  redis.call('SET', node_key, epoch)
  redis.call('SET', used_key, quorum, 'PX', text(lease_ms))
end
return {epoch}
