-- For how many milliseconds more a grant of this moment stands without a word from its client. A claim ends a claim
-- lease after the client was last heard; the client counts it from the sending of its last answered question.
--   heard  what the ledger has of the client; nil or false if nothing
local function left_of_claim(heard, claim_ms, now)
  local silent_ms = heard and math.floor((now + tonumber(heard)) / 1000) or 0
  return math.max(1, math.min(claim_ms, claim_ms - silent_ms))
end
