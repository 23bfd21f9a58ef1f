-- Permits of a semaphore that a client is promised, and may not know of. Taken permits belong to nobody, and stay so.
-- Model: docs/spec/strays.pml

-- Ends the promise to this id; returns whether there was one.
local function end_disowned(_, _, id)
  return end_entry(entries_key, id, now_micros())
end

-- The ids of this client that have a promise.
local function held_by(client)
  local held = {}
  for _, id in ipairs(entries(entries_key, now_micros())) do
    if client_of(id) == client then
      held[#held + 1] = id
    end
  end
  return held
end
