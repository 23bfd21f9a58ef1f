-- What a client holds alone, and may not know of.
-- Model: docs/spec/strays.pml

-- Ends the hold of this id, if there is one; returns whether there was. It may owe a signal.
local function end_disowned(lock_key, queue_key, id, holder)
  return end_hold(lock_key, queue_key, id, holder, 'l')
end

-- The ids of this client that hold.
local function held_by(client, holder)
  return {holder and client_of(holder) == client and holder or nil}
end
