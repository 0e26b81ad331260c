/** A query fails if nobody answered, or if the answer has another code than NOERROR and NXDOMAIN. */
export const isFailure = "outcome = 'unanswered' OR outcome = 'answered' AND response_code NOT IN (0, 3)";
