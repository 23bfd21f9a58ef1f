-- @include ours.lua
-- @include epoch.lua

-- What to answer if what a node says of itself is somebody else's: the epoch, or the quorum whose clients ask.
local function foreign_node(epoch, node_key, used_key)
  if epoch ~= '' and not string.find(epoch, '^%w+:%S+ .*%d$') then
    return not_ours(node_key)
  end
  local used = redis.call('GET', used_key)
  return used and not string.find(used, '^%S+/%d+$') and not_ours(used_key) or nil
end
