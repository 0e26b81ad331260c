import type { Findings } from '../model/findings.ts';
import { ttlOf } from './options/value-types.ts';
import { isWord } from './read-statements.ts';
import type { Settings } from './settings.ts';
import { allInner, wordOf } from './settings.ts';

/** Bounds that the checker of 9.18 holds numbers to, beyond what fits into 32 bits. */
const bounds: Readonly<Record<string, readonly [number, number]>> = {
  port: [0, 65_534],
  'tls-port': [0, 65_534],
  'http-port': [0, 65_534],
  'https-port': [0, 65_534],
  window: [1, 3_600],
  slip: [0, 10],
  'ipv4-prefix-length': [8, 32],
  'ipv6-prefix-length': [16, 64],
  'qps-scale': [1, 1_000_000],
  'responses-per-second': [0, 1_000],
  'referrals-per-second': [0, 1_000],
  'nodata-per-second': [0, 1_000],
  'nxdomains-per-second': [0, 1_000],
  'errors-per-second': [0, 1_000],
  'all-per-second': [0, 1_000],
  'sig-validity-interval': [1, 3_660],
  'dnskey-sig-validity': [0, 3_660],
  'max-rsa-exponent-size': [35, 4_096],
  'interface-interval': [0, 40_320],
  'heartbeat-interval': [0, 40_320],
  'max-transfer-time-in': [0, 40_320],
  'max-transfer-time-out': [0, 40_320],
  'max-transfer-idle-in': [0, 40_320],
  'max-transfer-idle-out': [0, 40_320],
  'max-udp-size': [0, 0xffffffff],
  'max-ncache-ttl': [0, 604_800],
  'min-cache-ttl': [0, 90],
  'min-ncache-ttl': [0, 90],
  'nta-lifetime': [1, 604_800],
  'nta-recheck': [0, 604_800],
  'max-query-restarts': [1, 255],
  'resolver-nonbackoff-tries': [1, 0xffffffff],
  'min-refresh-time': [1, 0xffffffff],
  'max-refresh-time': [1, 0xffffffff],
  'min-retry-time': [1, 0xffffffff],
  'max-retry-time': [1, 0xffffffff],
  'fstrm-set-buffer-hint': [1_024, 65_536],
  'fstrm-set-flush-timeout': [1, 600],
  'fstrm-set-input-queue-size': [2, 16_384],
  'fstrm-set-output-notify-threshold': [1, 0xffffffff],
  'fstrm-set-output-queue-size': [2, 1_024],
  'fstrm-set-reopen-interval': [1, 600],
};

const powers = new Set(['fstrm-set-input-queue-size']);

export function checkRanges(settings: Settings, findings: Findings): void {
  for (const [name, statements] of settings.byName) {
    const bound = bounds[name];
    if (bound === undefined) continue;
    for (const statement of statements) {
      const value = wordOf(statement);
      if (value === undefined || !isWord(value)) continue;
      const number = /^\d/.test(value.text) ? ttlOf(value.text) : Number.NaN;
      const [least, most] = bound;
      const isIn =
        number >= least && number <= most && (!powers.has(name) || Number.isInteger(Math.log2(number)));
      if (Number.isNaN(number) || isIn || (name === 'max-rsa-exponent-size' && number === 0)) continue;
      findings.refuse({
        code: 'out_of_range',
        at: value,
        message: `${name} lies between ${least} and ${most}${powers.has(name) ? ', and is a power of two' : ''}.`,
        rule: `BIND 9 Administrator Reference Manual, ${name}`,
        suggestion: `Write a number between ${least} and ${most}.`,
      });
    }
  }
  for (const inner of allInner(settings)) checkRanges(inner, findings);
}
