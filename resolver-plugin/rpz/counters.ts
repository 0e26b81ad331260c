/** The primary counters count the requests to the primary of the policy zone since its start. */
export class PrimaryCounters {
  startOfAuthority = 0;
  fullTransfers = 0;
  incrementalTransfers = 0;
  /** Transfers that ended before all was sent. */
  brokenTransfers = 0;
  /** Asked for what we do not have, in a way that we do not take, or unsigned if a key is set. */
  refused = 0;
  /** Addresses that are not allowed; they get no answer at all. */
  notAllowed = 0;
  badSignatures = 0;
  malformed = 0;
  /** Connections or transfers beyond the bound. */
  tooMany = 0;
  notifySent = 0;
  notifyAnswered = 0;
  /** Answered, but with an error. */
  notifyRefused = 0;
  /** Not answered after all attempts. */
  notifyGivenUp = 0;
}
