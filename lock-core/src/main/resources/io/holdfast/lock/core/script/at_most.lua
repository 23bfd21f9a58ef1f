-- How many a client can get at a time: a ticket for more waits in vain.
--   returns nil if there is no such number; otherwise it, and whether it was ever changed
local function at_most()
  return nil, false
end
