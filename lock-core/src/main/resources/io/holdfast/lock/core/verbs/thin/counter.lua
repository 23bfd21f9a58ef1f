-- The counter of the server, of which the tokens of thin holds are numbers; in a cluster each slot has one. A ledger
-- begins above it. So tokens rise also when a clock is set back between a ledger and a hold without one.
--   KEYS[3]  string; never expires
-- A key that is something else counts as missing: then locks have ledgers.
-- Model: docs/spec/thin.pml

-- @include numbers.lua

-- The last number of it; 0 if it has none.
local function counter()
  local value = KEYS[3] and redis.pcall('GET', KEYS[3]) -- a call that can begin no ledger does not have the key
  return type(value) == 'string' and tonumber(value) or 0
end

-- Raises it to this number, or by one if it is there already.
--   returns where it is now; nil if it cannot be raised
local function raise(number)
  local before = redis.pcall('SET', KEYS[3], text(number), 'KEEPTTL', 'GET')
  if type(before) == 'table' then
    return nil -- of another type; or no rights, or no memory, as others will say
  end
  local last = before and string.find(before, '^%d+$') and tonumber(before)
  if before and not last then
    redis.call('SET', KEYS[3], before, 'KEEPTTL') -- not ours
    return nil
  end
  if last and last >= number then
    number = last + 1
    redis.call('SET', KEYS[3], text(number))
  end
  return number
end
