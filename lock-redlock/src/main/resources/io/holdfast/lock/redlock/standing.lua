-- standing: the server reports which process it is, whether it is a master, its time, since when it has forgotten
-- nothing, and which quorum it serves. A master that finds no epoch, or that of another process, begins one.
-- Reply  {the sections "server" and "replication" of INFO, '' if the user may not ask; seconds, microseconds; epoch;
--        whether clients of its quorum have asked within the longest lease, 1 or 0}
-- Cost   O(1).  Repeat: says it again.
-- Model: docs/spec/redlock_token.pml, quorum_id.pml
local node_key = KEYS[1] -- string or nil; the epoch (epoch.lua); nil without quarantine
local used_key = KEYS[2] -- string or nil; the quorum whose clients ask, for the longest lease; nil without quarantine
local quorum   = ARGV[1] -- string or nil; the quorum that most nodes serve; '' if the asker does not know
local lease_ms = ARGV[2] -- string or nil; the longest lease

-- @include ledger.lua
-- @include node.lua
-- @include quorum.lua

local function section(name)
  local text_of = redis.pcall('INFO', name)
  return type(text_of) == 'string' and text_of or ''
end

local server, replication, time = section('server'), section('replication'), redis.call('TIME')
local not_ours_answer, epoch = nil, ''
if node_key then
  not_ours_answer, epoch = foreign_node(node_key, used_key)
end
if not_ours_answer then
  return not_ours_answer
end
local served = quorum_of(epoch)
local run_id = string.match(server, 'run_id:(%w+)')
if node_key and run_id and string.find(replication, 'role:master', 1, true) then
  -- A former replica may have lost what it knew as a master. A first replica changes the history, too.
  local was_replica = string.match(replication, 'master_replid2:%w*[^0%s]') ~= nil
  local history = was_replica and string.match(replication, 'master_replid:(%w+)') or '-'
  local now = tonumber(time[1]) * 1000000 + tonumber(time[2])
  local process, known_history = string.match(epoch, '^(%w+):(%S+) ')
  local born = born_of(epoch)
  -- A server forgets that it was a replica once it has had no replica of its own for an hour.
  local is_same = process == run_id and (known_history == history or history == '-')
  if not is_same or not born or born > now then
    -- It serves no quorum until clients make it join theirs: its data may be a copy of another server's.
    epoch, served = run_id .. ':' .. history .. ' ' .. text(now), ''
    redis.call('SET', node_key, epoch)
  end
  if served ~= '' and quorum == served then
    redis.pcall('SET', used_key, served, 'PX', lease_ms) -- a server that refuses writes can still report itself
  end
end
local is_used = served ~= '' and redis.call('GET', used_key) == served
return {server, replication, tonumber(time[1]), tonumber(time[2]), epoch, is_used and 1 or 0}
