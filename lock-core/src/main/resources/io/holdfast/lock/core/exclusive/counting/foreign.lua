-- @include ours.lua

-- Looks at the types of hash and queue before anything is written; the scripts of the kind look at the rest by themselves.
--   returns what to answer if one is another, otherwise nil; and, as of kinds that have one, the holder: there is none
local function foreign(lock_key, queue_key)
  local id = redis.pcall('HGET', lock_key, 'id')
  if type(id) == 'table' and id.err then
    return failed(id, lock_key), {}
  end
  local seq = redis.pcall('ZSCORE', queue_key, '#seq')
  return type(seq) == 'table' and seq.err and failed(seq, queue_key) or nil, {id}
end
