-- What the ledger remembers of requests that must not be done twice: '+' and the acquisition's or request's client and
-- number -> a day after it was done. It is forgotten when its client has said that it got the answer, and otherwise ten
-- minutes after that day: so long its client may go on repeating it.

local DAY_S = 86400

local function memory_of(id)
  return '+' .. string.match(id, '^[^:]*:%d+')
end

local function is_done(queue_key, id)
  return redis.call('ZSCORE', queue_key, memory_of(id)) ~= false
end

local function remember(queue_key, id, now)
  redis.call('ZADD', queue_key, text(-now - DAY_S * 1000000), memory_of(id))
end

-- Forgets those of the client of this id whose numbers are listed, with blanks. Takes no memory.
local function forget(queue_key, id, numbers)
  for number in string.gmatch(numbers, '%d+') do
    redis.call('ZREM', queue_key, '+' .. client_of(id) .. ':' .. number)
  end
end

-- Forgets all, but for what was done just a day ago. What the ledger has besides is not from the future.
local function forget_all(queue_key, now)
  redis.call('ZREMRANGEBYSCORE', queue_key, '-inf', text(-now - 10000000))
end
