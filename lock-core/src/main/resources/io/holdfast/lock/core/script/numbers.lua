-- Numbers that rise for ever: tokens and places in the queue are drawn from them.
-- Model: docs/spec/attempt_tombstone.pml (tokens), grant_validity.pml (a lost counter)

local BLOCK = 1024 -- numbers in a block of tokens, and how far the counter may run ahead of TIME
local PARKED = 4503599627370496 -- 2^52: above all arrival numbers until the year 2112
local PARKED_OPEN = '(4503599627370496' -- the end, or the beginning, of a range that excludes it
local MEMORY_S = 600 -- seconds for which the ledger remembers clients and tombstones
local TRIM_S = 1 -- seconds; within them a client on the fast path trims the ledger at most once

-- Numbers become text only here: '..' and tostring() round 16 digits.
local function text(number)
  return string.format('%.0f', number)
end

local looked -- the time when this script first looked

-- The time, in microseconds. It stands still while a script runs: otherwise a lease might end between two looks, and be
-- there for the grant, and gone for the answer that says when to ask again.
local function now_micros()
  if not looked then
    local time = redis.call('TIME')
    looked = tonumber(time[1]) * 1000000 + tonumber(time[2])
  end
  return looked
end

-- Draws up to `want` numbers that rise for ever, even if the counter was lost: the first is above
-- every number drawn before and not below TIME. A block never runs further ahead of TIME than BLOCK.
local function draw(queue_key, seq, now, want)
  local first = math.max(seq + 1, now)
  local last = math.min(first + want - 1, math.max(first, now + BLOCK))
  redis.call('ZADD', queue_key, text(-last), '#seq')
  return first, last
end
