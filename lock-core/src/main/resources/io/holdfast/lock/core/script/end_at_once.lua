-- Fast path: ends an acquisition in the usual case of a kind, before the script defines the functions for the other
-- cases, which costs more. A kind with such a case has its own version of this file.
--   returns true if it was held, and has ended; false if the case may be another one; then, if only waiters are in the
--           way, also the first two tickets with their numbers
local function end_at_once()
  return false
end
