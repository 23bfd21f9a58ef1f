-- @include ours.lua

-- Looks at the type of the hash, at the queue and, of kinds that have them, at the entries before anything is written;
-- the scripts of the kind look at what is in the hash by themselves.
--   returns what to answer if one is something else, otherwise nil; and, as of kinds that have one, the holder: there is none
local function foreign(lock_key, queue_key)
  local id = redis.pcall('HGET', lock_key, 'id')
  if type(id) == 'table' and id.err then
    return failed(id, lock_key), {}
  end
  return foreign_queue(queue_key) or (KEYS[3] and foreign_entries(KEYS[3])) or nil, {id}
end
