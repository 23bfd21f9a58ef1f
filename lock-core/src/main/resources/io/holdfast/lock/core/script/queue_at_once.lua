-- Queues in the usual case of a kind, before all that the other cases need is defined, which costs more than to queue.
-- A kind that has such a case has this file, too.
--   seen     what take_at_once saw; nil if the case is not one to queue in
--   returns  what `ask` answers; nil if the case is another one, and nothing was done
local function queue_at_once()
  return nil
end
