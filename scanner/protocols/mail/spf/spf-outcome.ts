/** The result codes are the results of check_host() (RFC 7208 section 2.6). */
export type SpfResultCode = 'none' | 'neutral' | 'pass' | 'fail' | 'softfail' | 'temperror' | 'permerror';

export interface SpfOutcome {
  readonly result: SpfResultCode;
  /** The domain's explanation to senders that it refuses; undefined if it says nothing (RFC 7208 section 6.2). */
  readonly explanation?: string;
  /** The record that the result comes from, as its octets. */
  readonly record?: string;
  /** The domain of that record. */
  readonly domain?: string;
  /** The directive that matched, as written; undefined if none did. */
  readonly term?: string;
  /** For errors: what is wrong, and the section that it goes against. */
  readonly problem?: { readonly message: string; readonly rule: string };
  /** Terms that led to questions, and the ones among them that led to nothing (RFC 7208 section 4.6.4). */
  readonly lookups: number;
  readonly voidLookups: number;
}

/** An SPF error ends an evaluation. */
export class SpfError extends Error {
  readonly result: 'temperror' | 'permerror';
  readonly rule: string;

  constructor(result: 'temperror' | 'permerror', message: string, rule: string) {
    super(message);
    this.name = 'SpfError';
    this.result = result;
    this.rule = rule;
  }
}
