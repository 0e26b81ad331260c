import type { SecurityStatus } from '../../../ports/dns-validation.ts';

/** A judged part is a part of an answer with its verdict. */
export interface Judged {
  readonly status: SecurityStatus;
  /** One sentence. */
  readonly message: string;
  /** RFC and section. */
  readonly rule: string;
  /** RFC 8914; undefined if there is nothing to complain of. */
  readonly code?: number;
}

/** Makes a secure verdict insecure if its proof goes through a span of opt-out (RFC 5155 section 9.2). */
export function withOptOut(secure: Judged, optOut: boolean): Judged {
  if (!optOut) return secure;
  return {
    status: 'insecure',
    message: 'The proof goes through a span of opt-out, which proves nothing.',
    rule: 'RFC 5155 section 9.2',
  };
}
