-- Takes what is asked for in the usual case of a kind, before all that the other cases need is defined, which costs more
-- than to take it. A kind that has such a case has this file, too.
--   returns what `ask` answers; nil if the case is another one, and nothing was done; then also what it saw, for
--           queue_at_once
local function take_at_once()
  return nil
end
