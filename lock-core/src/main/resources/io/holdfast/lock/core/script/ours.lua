-- Whether the keys of a lock are ours. Other software may have written data of its own under their names: the script
-- leaves it unchanged, and tells the caller which key it is. So every script checks first, and then writes.

-- @include holder_key.lua

-- The error to answer.
local function not_ours(key)
  return redis.error_reply('WRONGTYPE ' .. key .. ' holds something else')
end

-- The error to answer if the first look at a key fails: it may be of another type.
local function failed(answer, key)
  return string.find(answer.err, 'WRONGTYPE', 1, true) and not_ours(key) or answer
end

-- The members of a ledger without a counter, such as a tombstone alone, have times. Before this time, in microseconds,
-- there was no such ledger.
local FIRST_TIME = 1000000000000000

local function is_of_a_ledger(member, score)
  return tonumber(score) < -FIRST_TIME
    and (string.find(member, '^[!+=]') or string.find(member, '^[^:]*:%d+:%d') or string.find(member, '~', 1, true))
end

-- The error to answer if the queue is foreign; nil if it is ours, or not there.
local function foreign_queue(queue_key)
  local known = redis.pcall('ZMSCORE', queue_key, '#seq', '#token', '#dirty', '#deleted')
  if known.err then
    return failed(known, queue_key)
  end
  if known[1] or known[2] or known[3] or known[4] then
    return nil
  end
  local first = redis.call('ZRANGE', queue_key, 0, 0, 'WITHSCORES')
  return first[1] and not is_of_a_ledger(first[1], first[2]) and not_ours(queue_key) or nil
end

-- The error to answer if the key of the holder is foreign; nil if it is ours, or absent. And what it says.
local function foreign_holder(lock_key)
  local holder = read_holder(lock_key)
  if holder.err then
    return failed(holder, lock_key), {}
  end
  local is_holder = holder[1] and holder[2] and holder[3] and string.find(holder[1], '^[^:]*:%d+:%d')
  if not is_holder and redis.call('EXISTS', lock_key) == 1 then
    return not_ours(lock_key), {}
  end
  return nil, holder
end

-- The error to answer if the hash does not have all of these fields as whole numbers; nil if it does, or is not there.
-- And their values.
local function foreign_fields(lock_key, ...)
  local values = redis.pcall('HMGET', lock_key, ...)
  if values.err then
    return failed(values, lock_key), {}
  end
  for _, value in ipairs(values) do
    if not string.find(value or '', '^%-?%d+$') then
      return redis.call('EXISTS', lock_key) == 1 and not_ours(lock_key) or nil, {}
    end
  end
  return nil, values
end

-- The error to answer if the entries (entries.lua) are foreign; nil if they are ours, or not there.
local function foreign_entries(key)
  local first = redis.pcall('ZRANGE', key, 0, 0)
  if first.err then
    return failed(first, key)
  end
  return first[1] and not string.find(first[1], '^[^:]*:%d+:%d') and not_ours(key) or nil
end
