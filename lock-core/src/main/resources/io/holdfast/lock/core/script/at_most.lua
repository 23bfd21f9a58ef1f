-- How many can be had at a time, so that who waits for more waits in vain.
--   returns nil if there is no such number; otherwise it, and whether it was ever changed
local function at_most()
  return nil, false
end
