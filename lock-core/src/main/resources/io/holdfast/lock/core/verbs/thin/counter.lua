-- The counter of the server, of which the tokens of thin holds are numbers. A ledger begins above it, and a thin hold
-- that is taken beside a ledger raises both. So tokens rise also when a clock is set back between the two.
--   KEYS[3]  string; never expires. A call that can begin no ledger does not have it, nor does one in a cluster
-- A key that is something else counts as missing: then all holds have ledgers.
-- Model: docs/spec/thin.pml

-- @include numbers.lua

local function number_of_counter(value)
  local number = type(value) == 'string' and string.find(value, '^%d+$') and tonumber(value)
  return number and number < PARKED and number or nil -- larger ones are not exact, and no time until the year 2112
end

-- The last number of it; 0 if it has none.
local function counter()
  return number_of_counter(KEYS[3] and redis.pcall('GET', KEYS[3])) or 0
end

-- Draws this number and those behind it; if one of them was drawn before, the next ones.
--   returns the first; nil if the counter cannot be raised
local function draw_of_counter(first, want)
  local before = KEYS[3] and redis.pcall('SET', KEYS[3], text(first + want - 1), 'KEEPTTL', 'GET')
  if before == nil or type(before) == 'table' then
    return nil -- of another type; or no rights, or no memory, as others will say
  end
  local last = number_of_counter(before)
  if before and not last then
    redis.call('SET', KEYS[3], before, 'KEEPTTL') -- not ours
    return nil
  end
  if last and last >= first then
    first = last + 1
    redis.call('SET', KEYS[3], text(first + want - 1))
  end
  return first
end
