import type { SpfResultCode } from '../../../../../scanner/protocols/mail/spf/spf-outcome.ts';

export interface CheckHostCase {
  readonly title: string;
  /** The section that says so. */
  readonly rule: string;
  /** The record of e.example.com, or a zone as recordedDns() reads it where it has several lines. */
  readonly zone: string;
  readonly ip?: string;
  readonly sender?: string;
  readonly helo?: string;
  readonly result: SpfResultCode;
  readonly explanation?: string;
}

/** One case; what `more` leaves out is as in the test. */
export const c = (
  title: string,
  rule: string,
  zone: string,
  result: SpfResultCode,
  more: Partial<CheckHostCase> = {},
): CheckHostCase => ({ title, rule: `RFC 7208 section ${rule}`, zone, result, ...more });

/** How the record in question begins in a zone. */
export const e = 'e.example.com TXT';

export const many = (count: number, line: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => line(index + 1)).join('\n');
