-- What a client holds of a read-write lock, and may not know of.
-- Model: docs/spec/strays.pml

-- Ends what this id holds of it; returns whether it held anything. A writer may owe a signal.
local function end_disowned(lock_key, queue_key, id, holder)
  return end_hold(lock_key, queue_key, id, holder, 'l')
end

-- The ids of this client that write or read.
local function held_by(client, holder)
  local held = {holder and client_of(holder) == client and holder or nil}
  for _, id in ipairs(entries(readers_key, now_micros())) do
    if client_of(id) == client then
      held[#held + 1] = id
    end
  end
  return held
end
