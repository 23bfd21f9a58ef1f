-- Ends an acquisition in the usual case of a kind, before all that the other cases need is defined, which costs more
-- than to end it. A kind that has such a case has this file, too.
--   returns whether it was held, and has ended; false if the case may be another one; then also the first two of those
--           who wait, with their numbers, if that is all that keeps it from ending
local function end_at_once()
  return false
end
