-- Messages to a client go to one of its channels.
--   prefix .. clientId               its inbox. In a cluster every node passes on what is published there, and a server
--                                    counts only its own listeners
--   prefix .. {tag}: .. clientId     its inbox of one slot, that of the keys: the message stays in the shard, whose master
--                                    counts the listeners. A client listens there when it has waited in that slot, and
--                                    from then on says so in its ids
-- The script has `flags` (c: cluster  {tag}: one that is in the slot of the keys) and `inbox_prefix`.

-- @include ids.lua

local shard = string.match(flags, '{%d+}') -- nil on a single server, and where the client cannot listen in slots

local function shard_inbox(client)
  return inbox_prefix .. shard .. ':' .. client
end

-- Whether this id says that its client listens at its inbox of the slot.
local function is_of_shard(id)
  return shard and string.find(id, '^[^:]*:%d+:%w*h') ~= nil
end

-- Publishes to a client's inbox; returns how many heard it here; in a cluster nil if a script may not publish there.
local function publish(client, message)
  if not string.find(flags, 'c', 1, true) then
    return redis.call('PUBLISH', inbox_prefix .. client, message)
  end
  local hearers = redis.pcall('PUBLISH', inbox_prefix .. client, message)
  return type(hearers) == 'number' and hearers or nil
end

-- The same to its inbox of the slot; nil if a script may not.
local function publish_in_slot(client, message)
  local hearers = redis.pcall('SPUBLISH', shard_inbox(client), message)
  return type(hearers) == 'number' and hearers or nil
end

-- Tells the client of this acquisition. A client that no longer listens in the slot is told by its inbox, like all
-- others, perhaps for the second time: it may listen at a node that has just become a replica. Some servers do not let
-- a script publish outside its slot: there all are told in the slot. A message may be lost, so nothing here must fail
-- in a cluster.
local function tell(id, message)
  local client, is_here = client_of(id), is_of_shard(id)
  if is_here and (publish_in_slot(client, message) or 0) > 0 then
    return
  end
  if not publish(client, message) and shard and not is_here then
    publish_in_slot(client, message)
  end
end

-- Publishes to the calling client; returns how many heard it. If the client listens in the slot (flags: h), the message
-- goes there, and the answer is 1000000 more. -2: a script may not publish to the inbox; -3: nor in the slot.
local function echo(client)
  if shard and string.find(flags, 'h', 1, true) then
    local hearers = publish_in_slot(client, 'echo')
    return hearers and 1000000 + hearers or -3
  end
  return publish(client, 'echo') or -2
end

-- Whether a message to this acquisition would find no listener. A replica may pass on a message that found none at the
-- master, so the script asks the master before it publishes. It does not ask where a cluster counts listeners by node.
-- If the user may not ask, the client counts as listening: the hold may have ended by now, so this must not fail.
--   known   the answers so far in this call
local function is_deaf(id, known)
  local is_here = is_of_shard(id)
  if not is_here and string.find(flags, 'c', 1, true) then
    return false
  end
  local client = client_of(id)
  local channel = is_here and shard_inbox(client) or inbox_prefix .. client
  if known[channel] == nil then
    known[channel] = redis.pcall('PUBSUB', is_here and 'SHARDNUMSUB' or 'NUMSUB', channel)[2] == 0
  end
  return known[channel]
end

-- Tells a holder of an unordered lock that others wait, so that it stops passing on.
local function tell_wanted(holder)
  if not string.find(flags, 'o', 1, true) then
    tell(holder, 'wanted ' .. holder)
  end
end
