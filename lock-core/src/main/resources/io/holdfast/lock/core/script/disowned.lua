-- What a client has of a lock that one has at a time, and may not know of.
-- Model: docs/spec/strays.pml

-- Ends the hold of this id, if the lock has it; whether it had. It may owe a signal.
local function end_disowned(lock_key, queue_key, id, holder)
  return end_hold(lock_key, queue_key, id, holder, 'l')
end

-- The ids of this client that hold.
local function held_by(client, holder)
  return {holder and client_of(holder) == client and holder or nil}
end
