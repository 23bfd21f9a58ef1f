-- How a client is told something: by a message to its inbox, the channel `inbox_prefix .. clientId`.
-- The script has `flags` (c: cluster) and `inbox_prefix`.

-- Tells the client of this acquisition.
local function tell(id, message)
  redis.call('PUBLISH', inbox_prefix .. client_of(id), message)
end

-- Publishes to the client that speaks now; how many heard it.
local function echo(client)
  return redis.call('PUBLISH', inbox_prefix .. client, 'echo')
end

-- Whether nobody would hear what the client of this acquisition is told. That is asked before anything is published, as a
-- message that nobody gets at the master may still be heard at a replica. A cluster counts listeners per node, so there
-- nobody is asked. If the user may not ask, the client counts as one that listens: the hold that ends here has gone by
-- now, so this must not fail.
--   known   of which client it is known, from this call
local function is_deaf(id, known)
  local client = client_of(id)
  if known[client] == nil then
    known[client] = not string.find(flags, 'c', 1, true)
      and redis.pcall('PUBSUB', 'NUMSUB', inbox_prefix .. client)[2] == 0
  end
  return known[client]
end

-- Tells a holder of an unordered lock that others wait, so that it stops passing on.
local function tell_wanted(holder)
  if not string.find(flags, 'o', 1, true) then
    tell(holder, 'wanted ' .. holder)
  end
end
