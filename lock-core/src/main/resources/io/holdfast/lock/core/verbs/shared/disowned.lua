-- What a client holds together with others, and may not know of.
-- Model: docs/spec/strays.pml

-- Ends what this id holds; returns whether it held anything.
local function end_disowned(lock_key, queue_key, id)
  return end_hold(lock_key, queue_key, id)
end

-- The ids of this client that hold something.
local function held_by(client)
  local held = {}
  for _, id in ipairs(entries(entries_key, now_micros())) do
    if client_of(id) == client then
      held[#held + 1] = id
    end
  end
  return held
end
