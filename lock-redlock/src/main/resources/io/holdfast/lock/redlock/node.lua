-- @include ours.lua
-- @include epoch.lua

-- The error to answer if a key of the node, its epoch or the quorum whose clients ask, is foreign; nil if both are
-- ours, or not there. And the epoch, '' if none has begun.
local function foreign_node(node_key, used_key)
  local epoch = redis.pcall('GET', node_key)
  if type(epoch) == 'table' then
    return failed(epoch, node_key)
  end
  if epoch and not string.find(epoch, '^%w+:%S+ %d+$') and not string.find(epoch, '^%w+:%S+ %S+/%d+ %d+$') then
    return not_ours(node_key)
  end
  local used = redis.pcall('GET', used_key)
  if type(used) == 'table' then
    return failed(used, used_key)
  end
  if used and not string.find(used, '^%S+/%d+$') then
    return not_ours(used_key)
  end
  return nil, epoch or ''
end
