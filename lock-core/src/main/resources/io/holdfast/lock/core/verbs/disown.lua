-- disown: ends acquisitions that their client no longer has; a server that lost its latest writes may bring them back.
-- Then reports the other acquisitions of that client, so that the client can look for more of them.
-- Reply  {how many of the named were there, where to go on looking ('': nowhere), how many of the ids hold something,
--        those ids, the ids that wait}
-- Cost   O(log n) for each id that is named; if any was there, a look at 1000 members of the queue, and at the holders.
-- Repeat: ends nothing twice.
-- Leaves no tombstone: an id that comes back once more is ended once more.
-- The first write is DEL or ZREM, so it works on a server that is out of memory.
-- Model: docs/spec/strays.pml
local lock_key     = KEYS[1] -- hash   of the kind
local queue_key    = KEYS[2] -- zset   tickets and ledger (ledger.lua)
local client       = ARGV[1] -- string clientId
local flags        = ARGV[2] -- string c: cluster  o: see grant_next
local inbox_prefix = ARGV[3] -- string channel prefix; a clientId makes it an inbox
local from         = ARGV[4] -- string where to go on looking, '0' to begin; '': begin if any of the named was there
local holders      = tonumber(ARGV[5]) -- number how many of the ids, from the first on, also lose what they hold
local FIRST        = 6       -- ids from here
local PAGE         = 1000

-- @include ledger.lua
-- @include foreign.lua
-- @include condition.lua
-- @include grant.lua
-- @include disowned.lua

local not_ours_answer, found = foreign(lock_key, queue_key)
if not_ours_answer then
  return not_ours_answer
end
local holder = found[1]
local there, signals = 0, {}
for i = FIRST, #ARGV do
  local id = ARGV[i]
  local _, _, condition = parts(id)
  local place = tonumber(redis.call('ZSCORE', queue_key, id) or '0')
  if place > 0 then
    redis.call('ZREM', queue_key, id)
    there = there + 1
  end
  if i < FIRST + holders and end_disowned(lock_key, queue_key, id, holder) then
    there = there + 1
    holder = holder ~= id and holder
  end
  if condition ~= '' then
    redis.call('ZREM', queue_key, moved_by_itself(id))
    if place > 0 and place < PARKED then -- it was signalled, or may have been
      signals[condition] = (signals[condition] or 0) + 1
    end
  end
end
local moved = 0
for condition, count in pairs(signals) do
  moved = moved + signal(queue_key, condition, count, now_micros())
end
if moved > 0 and holder then
  tell_wanted(holder)
end

local reply = {there, '', 0}
if there > 0 or from ~= '' then
  if from == '' or from == '0' then
    from = '0'
    for _, id in ipairs(held_by(client, holder)) do
      reply[#reply + 1] = id
    end
    reply[3] = #reply - 3
  end
  local page = redis.call('ZRANGE', queue_key, '(' .. from, '+inf', 'BYSCORE', 'LIMIT', 0, PAGE, 'WITHSCORES')
  for i = 1, #page, 2 do
    if client_of(page[i]) == client then
      reply[#reply + 1] = page[i]
    end
  end
  if #page == 2 * PAGE then
    reply[2] = page[#page]
  end
end
if there > 0 and is_free(lock_key, holder) then -- after the look: a message tells the grantee
  grant_next(lock_key, queue_key, nil, 0)
end
return reply
