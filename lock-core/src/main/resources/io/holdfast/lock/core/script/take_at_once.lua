-- Fast path: takes in the usual case of a kind, before the script defines the functions for the other cases, which
-- costs more. A kind with such a case has its own version of this file.
--   returns what `ask` answers; nil if the case is another one, and nothing was done; then also what it saw, for
--           queue_at_once
local function take_at_once()
  return nil
end
