-- Ends an acquisition and grants what is free then to the next one, in the usual case of a kind, before all that the
-- other cases need is defined. A kind that has such a case has this file, too.
--   waiting  what end_at_once saw of those who wait: the first two tickets with their numbers
--   returns  whether it was held, and has ended; false if the case may be another one, and nothing was done
local function hand_at_once()
  return false
end
