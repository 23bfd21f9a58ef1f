-- @include ours.lua

-- Looks at the type of the queue before anything is written; the scripts of the kind look at the rest by themselves.
--   returns what to answer if it is another one, otherwise nil; and, as of kinds that have one, the holder: there is none
local function foreign(_, queue_key)
  local seq = redis.pcall('ZSCORE', queue_key, '#seq')
  return type(seq) == 'table' and seq.err and failed(seq, queue_key) or nil, {}
end
