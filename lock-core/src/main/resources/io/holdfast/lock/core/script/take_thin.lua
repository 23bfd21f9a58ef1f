-- Takes a free lock that has no ledger, in kinds that have thin holds.
local found -- which of the keys are there, if it has looked
