-- What the ledger remembers, so that a repeated request takes effect once -> a day after it was done:
--   '+' and the client and number of an acquisition  permits that it took; until they are given back, or all is deleted
--   '=' and the client and number of a request       a change that was made, also if its object was deleted since
--   '=' and those of an acquisition                  what it waited for has come
--   the same, a blank, and a number                  the answer to that request; its score is that of the mark
-- A mark goes when its client has said that it got the answer, and otherwise ten minutes after that day: for that long
-- the client may repeat the request.

local DAY_S = 86400
local DELETED = '#deleted' -- the member of the ledger with the last deletion of a name, plus a day

local function numbered(id)
  return string.match(id, '^[^:]*:%d+')
end

local function taking_mark(id)
  return '+' .. numbered(id)
end

local function has_taken(queue_key, id)
  return redis.call('ZSCORE', queue_key, taking_mark(id)) ~= false
end

local function remember_taking(queue_key, id, now)
  redis.call('ZADD', queue_key, text(-now - DAY_S * 1000000), taking_mark(id))
end

local function done_mark(id)
  return '=' .. numbered(id)
end

local function is_done(queue_key, id)
  return redis.call('ZSCORE', queue_key, done_mark(id)) ~= false
end

local function remember(queue_key, id, now)
  redis.call('ZADD', queue_key, text(-now - DAY_S * 1000000), done_mark(id))
end

-- The member that has the answer to this request, and the answer; nil if none is remembered.
local function answer_to(queue_key, id)
  local start = done_mark(id) .. ' '
  local score = redis.call('ZSCORE', queue_key, done_mark(id))
  for _, one in ipairs(score and redis.call('ZRANGE', queue_key, score, score, 'BYSCORE') or {}) do
    if string.sub(one, 1, #start) == start then
      return one, tonumber(string.sub(one, #start + 1))
    end
  end
  return nil
end

-- Remembers a request whose answer cannot be read from the present state.
local function remember_answer(queue_key, id, now, answer)
  remember(queue_key, id, now)
  redis.call('ZADD', queue_key, text(-now - DAY_S * 1000000), done_mark(id) .. ' ' .. text(answer))
end

-- Forgets the requests of this id's client whose numbers are listed, with blanks; a number whose answer is remembered
-- has a d behind it. Takes no memory.
local function forget(queue_key, id, numbers)
  for number, has_answer in string.gmatch(numbers, '(%d+)(d?)') do
    local one = client_of(id) .. ':' .. number
    local answer = has_answer == 'd' and answer_to(queue_key, one) or '=' .. one
    redis.call('ZREM', queue_key, '+' .. one, '=' .. one, answer)
  end
end

-- The number that tells one incarnation of a name from the next, so that a late change does not hit a later one: the
-- number by which it was begun; if there is none, the number of the last deletion, below zero; or zero.
local function incarnation(lock_key, queue_key)
  return tonumber(redis.call('HGET', lock_key, 'born') or redis.call('ZSCORE', queue_key, DELETED) or '0')
end

-- Whether the incarnation of which a client was told this number, or the one begun since, has been deleted.
local function is_deleted_since(told, lock_key, queue_key)
  if told > 0 then
    return tonumber(redis.call('HGET', lock_key, 'born') or '0') ~= told
  end
  return tonumber(redis.call('ZSCORE', queue_key, DELETED) or '0') ~= told
end

-- How many ms ago the last deletion was; -1 if none is remembered.
local function ms_since_deletion(queue_key, now)
  local deleted = redis.call('ZSCORE', queue_key, DELETED)
  return deleted and math.max(0, math.floor((now + tonumber(deleted)) / 1000) + DAY_S * 1000) or -1
end

-- For how many ms, at least, the incarnation of which a client was told this number has been gone: since the last
-- deletion, if that came after it; and at least since the present one was begun. -1 if neither is known. A change that
-- was called after that is meant for the present one.
local function ms_gone(told, lock_key, queue_key, now)
  local since_deletion = ms_since_deletion(queue_key, now)
  if told > 0 and now - since_deletion * 1000 < told then
    since_deletion = -1 -- that incarnation was begun since, and the server has lost it
  end
  local born = tonumber(redis.call('HGET', lock_key, 'born') or '')
  local since_begun = born and math.max(0, math.floor((now - born) / 1000)) or -1
  return math.max(since_deletion, since_begun)
end

-- Returns its number.
local function remember_deletion(queue_key, now)
  local number = -now - DAY_S * 1000000
  redis.call('ZADD', queue_key, text(number), DELETED)
  if redis.call('TTL', queue_key) < DAY_S then
    redis.call('EXPIRE', queue_key, DAY_S)
  end
  return number
end

-- Forgets the permits taken of a deleted semaphore. Their marks are among the few members with times in the future.
local function forget_takings(queue_key, now)
  for _, one in ipairs(redis.call('ZRANGE', queue_key, '-inf', text(-now - 10000000), 'BYSCORE')) do
    if string.sub(one, 1, 1) == '+' then
      redis.call('ZREM', queue_key, one)
    end
  end
end
