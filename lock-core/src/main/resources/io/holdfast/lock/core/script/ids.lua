-- The parts of the id of an acquisition.

-- Client, claim lease in ms and condition ('' if none) of `clientId:number:claim[marks][:condition]`.
local function parts(id)
  local client, claim_ms, condition = string.match(id, '^([^:]*):%d+:(%d+)%w*:?(.*)$')
  return client, tonumber(claim_ms), condition
end

-- Whether the client of this acquisition keeps it for a while when nobody there holds it any more.
local function lingers(id)
  return string.find(id, '^[^:]*:%d+:%d+g') ~= nil
end

local function client_of(id)
  return string.match(id, '^([^:]*):')
end
