-- The counter of the server, of which the tokens of thin holds are numbers. A ledger begins above it, and a thin hold
-- that is taken beside a ledger raises both. So tokens rise also when a clock is set back between the two.
--   KEYS[3]  string: the first number of the block that was drawn last; never expires. A call that can begin no ledger
--            does not have it, nor does one in a cluster
-- A key that is something else counts as missing: then all holds have ledgers.
-- Model: docs/spec/thin.pml

-- @include numbers.lua
-- @include holder_key.lua

-- The last number of the block that begins with this one; nil if that is not a number of a counter.
local function last_of_block(value)
  local number = type(value) == 'string' and string.find(value, '^%d+$') and tonumber(value)
  return number and number < PARKED and number + THIN_BLOCK - 1 or nil -- larger ones: not exact, no time until 2112
end

-- The last number that was drawn of it; 0 if none was.
local function counter()
  return last_of_block(KEYS[3] and redis.pcall('GET', KEYS[3])) or 0
end

-- Draws the block that begins with this number; if one of them was drawn before, the next block.
--   returns its first number; nil if the counter cannot be raised
local function draw_of_counter(first)
  local before = KEYS[3] and redis.pcall('SET', KEYS[3], text(first), 'KEEPTTL', 'GET')
  if before == nil or type(before) == 'table' then
    return nil -- of another type; or no rights, or no memory, as others will say
  end
  local last = last_of_block(before)
  if before and not last then
    redis.call('SET', KEYS[3], before, 'KEEPTTL') -- not ours
    return nil
  end
  if last and last >= first then
    first = last + 1
    redis.call('SET', KEYS[3], text(first))
  end
  return first
end
