-- roll_of_many: re-asserts the tickets that one client has where several can hold at a time, and reports which of them
-- have to ask by themselves: those that are not in the queue, or that ask for more than there is.
-- Reply  {seq, ms_left, listeners at my inbox, missing, mark, number...}
--        the mark changes when a ticket of my client was dropped, or when the number of permits was changed
-- Cost   O(log n) in the tickets for each id that is named.  Repeat: the same; grants once.
-- A ticket may have been granted, dropped or withdrawn, or what it waits for may be gone: only `ask` can tell these
-- apart. Missing are tickets that were not granted. Free permits are granted to the next, by messages.
-- Model: docs/spec/grant_validity.pml, handover.pml
local lock_key     = KEYS[1]           -- hash   what is there
local queue_key    = KEYS[2]           -- zset   tickets and ledger (ledger.lua)
local client       = ARGV[1]           -- string clientId
local flags        = ARGV[2]           -- string c: cluster
local retention_s  = tonumber(ARGV[3]) -- number how long the ledger remembers
local inbox_prefix = ARGV[4]           -- string channel prefix; a clientId makes it an inbox
local FIRST        = 5                 -- pairs from here: an id, its arrival number ('': it is only looked for)

-- @include ledger.lua
-- @include foreign.lua
-- @include condition.lua
-- @include grant.lua
-- @include at_most.lua

local not_ours_answer = foreign(lock_key, queue_key)
if not_ours_answer then
  return not_ours_answer
end
redis.call('EXPIRE', queue_key, retention_s) -- the first write takes no memory: a waiter must be heard
local now = now_micros()
local named = {'#seq'}
for i = FIRST, #ARGV, 2 do
  named[#named + 1] = ARGV[i]
end
local scores = redis.call('ZMSCORE', queue_key, unpack(named))
if not scores[1] then
  draw(queue_key, 0, now, 1) -- a ledger that was lost: an old grant must not seem to be a new one
end
redis.call('ZADD', queue_key, text(-now), client)
redis.call('EXPIRE', queue_key, retention_s)
local listeners = echo(client)
local hears_nothing = listeners == 0 and not string.find(flags, 'c', 1, true) -- only its own questions get it a grant
local known, is_one_deaf = {}, false
local most, was_changed = at_most(lock_key)
local seq, missing, to_ask = last_number(queue_key), 0, {}
for i = 2, #named do
  local id = named[i]
  local place = tonumber(scores[i] or '0')
  if place == 0 and entry_until(entries_key, id, now) == 0 then
    missing = missing + 1
  end
  local is_to_ask = place <= 0 or hears_nothing or (most and permits_of(id) > most)
  if not is_to_ask and not is_one_deaf and is_of_shard(id) and is_deaf(id, known) then
    is_to_ask, is_one_deaf = true, true -- messages may miss this client for long, so its oldest ticket asks
  end
  if is_to_ask and ARGV[FIRST + 2 * (i - 2) + 1] ~= '' then
    to_ask[#to_ask + 1] = tonumber(string.match(id, '^[^:]*:(%d+)'))
  end
end
grant_next(lock_key, queue_key, nil, 0)
local left = has_given_up and again_ms or ms_left()
local mark = (was_changed and most or 0) - tonumber(redis.call('ZSCORE', queue_key, '!' .. client) or '0')
local reply = {seq, left == -2 and 60000 or left, listeners, missing, mark}
for _, number in ipairs(to_ask) do
  reply[#reply + 1] = number
end
return reply
