import type { Findings } from '../model/findings.ts';
import { isWord } from './read-statements.ts';
import type { Settings } from './settings.ts';
import { allInner, wordOf } from './settings.ts';
import { ttlOf } from './value-types.ts';

/** Bounds that the checker of 9.18 holds numbers to, beyond what fits into 32 bits. */
const bounds: Readonly<Record<string, readonly [number, number]>> = {
  port: [0, 65_535],
  'tls-port': [0, 65_535],
  'http-port': [0, 65_535],
  'https-port': [0, 65_535],
  dscp: [0, 63],
  window: [1, 3_600],
  slip: [0, 10],
  'ipv4-prefix-length': [1, 32],
  'ipv6-prefix-length': [1, 128],
  'qps-scale': [1, 1_000_000],
  'max-table-size': [1, 10_000_000],
  'min-table-size': [1, 10_000_000],
  'responses-per-second': [0, 1_000],
  'referrals-per-second': [0, 1_000],
  'nodata-per-second': [0, 1_000],
  'nxdomains-per-second': [0, 1_000],
  'errors-per-second': [0, 1_000],
  'all-per-second': [0, 1_000],
  'sig-validity-interval': [1, 3_660],
  'dnskey-sig-validity': [0, 3_660],
  'max-rsa-exponent-size': [35, 4_096],
  'interface-interval': [0, 40_320 * 60],
  'heartbeat-interval': [0, 40_320],
  'max-transfer-time-in': [0, 40_320],
  'max-transfer-time-out': [0, 40_320],
  'max-transfer-idle-in': [0, 40_320],
  'max-transfer-idle-out': [0, 40_320],
  'max-udp-size': [0, 0xffffffff],
};

export function checkRanges(settings: Settings, findings: Findings): void {
  for (const [name, statements] of settings.byName) {
    const bound = bounds[name];
    if (bound === undefined) continue;
    for (const statement of statements) {
      const value = wordOf(statement);
      if (value === undefined || !isWord(value)) continue;
      const number = /^\d/.test(value.text) ? ttlOf(value.text) : Number.NaN;
      const [least, most] = bound;
      if (Number.isNaN(number) || (number >= least && number <= most)) continue;
      findings.refuse({
        code: 'out_of_range',
        at: value,
        message: `${name} lies between ${least} and ${most}.`,
        rule: `BIND 9 Administrator Reference Manual, ${name}`,
        suggestion: `Write a number between ${least} and ${most}.`,
      });
    }
  }
  for (const inner of allInner(settings)) checkRanges(inner, findings);
}
