-- The quorum that a node serves, 'id/number of nodes', by its epoch (epoch.lua); '' if none.
local function quorum_of(epoch)
  return string.match(epoch, '^%S+ (%S+) %d+$') or ''
end
