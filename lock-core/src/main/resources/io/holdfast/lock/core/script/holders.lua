-- Holders of a lock, or of permits of a pool, that several can hold: their entries (entries.lua).
-- Model: docs/spec/grant_validity.pml, handover.pml

-- @include entries.lua
-- @include own_entry.lua

-- Whether something can be granted: a ticket that leaves the queue may have kept others waiting.
local function is_free()
  return true
end

-- How long the first of the holders keeps its hold without a word from it; below 0 if there is none.
local function ms_left()
  local now = now_micros()
  local first = first_entry(entries_key, now)
  return first and entry_until(entries_key, first, now) - math.floor(now / 1000) or -2
end
