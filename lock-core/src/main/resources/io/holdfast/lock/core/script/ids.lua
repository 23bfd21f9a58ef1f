-- The parts of the id of an acquisition.

-- Client, claim lease in ms and condition ('' if none) of `clientId:number:claim[marks][:condition]`.
local function parts(id)
  local client, claim_ms, condition = string.match(id, '^([^:]*):%d+:(%d+)%w*:?(.*)$')
  return client, tonumber(claim_ms), condition
end

local function client_of(id)
  return string.match(id, '^([^:]*):')
end
