-- Fast path: queues in the usual case of a kind, before the script defines the functions for the other cases, which
-- costs more. A kind with such a case has its own version of this file.
--   seen     what take_at_once saw; nil if the case is not one to queue in
--   returns  what `ask` answers; nil if the case is another one, and nothing was done
local function queue_at_once()
  return nil
end
