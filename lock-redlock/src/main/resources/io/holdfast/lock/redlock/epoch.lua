-- The tokens of a lock that a node of a quorum remembers, and since when it has forgotten nothing: its epoch.
-- The key of the node has the epoch: 'run id:history quorum born', the quorum as 'id/number of nodes' if it serves one.
-- The key is lost with the data, and the epoch names the process and the quorum. So a restart, also one with old data,
-- a promoted replica and FLUSHALL all begin another epoch (standing.lua), and so does another quorum (join.lua). In the
-- ledger:
--   '#token'  the highest token that this node has agreed to
--   '#epoch'  when the epoch began in which it agreed to a token above all that a majority knew
-- Their scores are below all times, as otherwise trim would forget them like clients and tombstones.
-- Model: docs/spec/redlock_token.pml

local BELOW_TIMES = 4503599627370496 -- 2^52

local function below_times(number)
  return text(-(BELOW_TIMES + number))
end

local function number_of(score)
  return score and -tonumber(score) - BELOW_TIMES or 0
end

-- The present epoch, '' if none has begun. Nil without the key of the node: then it is assumed to forget nothing.
local function epoch_of(node_key)
  return node_key and (redis.call('GET', node_key) or '')
end

local function born_of(epoch)
  return tonumber(string.match(epoch, ' (%d+)$') or '')
end

-- The highest token agreed to here; and whether that is certain, or a higher one may have been forgotten. It is certain
-- if the node was told in this epoch, and if the epoch is older than the memory of an unused lock.
--   token_score, epoch_score  of '#token' and '#epoch' in the ledger
local function remembered(token_score, epoch_score, epoch, retention_s)
  if not epoch then
    return number_of(token_score), true
  end
  local born = born_of(epoch)
  local is_sure = born ~= nil
    and (number_of(epoch_score) == born or now_micros() - born >= retention_s * 1000000)
  return number_of(token_score), is_sure
end
