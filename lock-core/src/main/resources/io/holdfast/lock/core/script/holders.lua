-- Those who have a lock, or permits of a pool, together with others: their entries (entries.lua).
-- Model: docs/spec/grant_validity.pml, handover.pml

-- @include entries.lua
-- @include own_entry.lua

-- Whether something can be granted: who leaves the queue may have kept others waiting.
local function is_free()
  return true
end

-- For how long the first of those who have something keeps it without being heard; below 0 if nobody has anything.
local function ms_left()
  local now = now_micros()
  local first = first_entry(entries_key, now)
  return first and entry_until(entries_key, first, now) - math.floor(now / 1000) or -2
end
