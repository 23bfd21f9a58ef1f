-- Numbers that rise for ever: what is drawn of them are tokens, and places in the queue.
-- Model: docs/spec/attempt_tombstone.pml (tokens), grant_validity.pml (a lost counter)

local BLOCK = 1024 -- numbers in a block of tokens, and how far the counter may run ahead of TIME
local PARKED = 4503599627370496 -- 2^52: above all arrival numbers until the year 2112
local PARKED_OPEN = '(4503599627370496' -- where a range ends, or begins, that leaves it out
local MEMORY_S = 600 -- seconds for which the ledger remembers clients and tombstones
local TRIM_S = 1 -- seconds in which a client that is queued at once looks for what can be forgotten, at most once

-- Numbers become text only here: '..' and tostring() round 16 digits.
local function text(number)
  return string.format('%.0f', number)
end

local looked -- what the clock said when this script looked first

-- The time, in microseconds. It stands still while a script runs: what ends between two looks would have been there for
-- the grant, and gone for the answer that says when to ask again.
local function now_micros()
  if not looked then
    local time = redis.call('TIME')
    looked = tonumber(time[1]) * 1000000 + tonumber(time[2])
  end
  return looked
end

-- Draws up to `want` numbers that rise for ever, also when the counter was lost: the first is above
-- every number drawn before and not below TIME. A block never runs further ahead of TIME than BLOCK.
local function draw(queue_key, seq, now, want)
  local first = math.max(seq + 1, now)
  local last = math.min(first + want - 1, math.max(first, now + BLOCK))
  redis.call('ZADD', queue_key, text(-last), '#seq')
  return first, last
end
