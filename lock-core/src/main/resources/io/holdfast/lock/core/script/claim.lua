-- For how many milliseconds more a ticket that is granted now stands without a word from its client: a claim ends a
-- claim lease after the client was heard, as that counts it from the sending of its last question that was answered.
--   heard  what the ledger has of the client; nil or false if nothing
local function left_of_claim(heard, claim_ms, now)
  local silent_ms = heard and math.floor((now + tonumber(heard)) / 1000) or 0
  return math.max(1, math.min(claim_ms, claim_ms - silent_ms))
end
