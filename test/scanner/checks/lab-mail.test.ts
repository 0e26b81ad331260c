import { join } from 'node:path';
import test from 'ava';
import type { ScanPart } from '../../../scanner/ports/scanner.ts';
import { runInNamespace } from '../../support/lab/run-in-namespace.ts';

interface Report {
  readonly report: Readonly<
    Record<string, { readonly parts: Readonly<Record<string, ScanPart<object>>>; readonly questions: number }>
  >;
  /** Bytes. */
  readonly memory: number;
}

const running = runInNamespace(
  join(import.meta.dirname, 'mail-lab', 'mail-lab-program.ts'),
) as Promise<Report>;

type Case = readonly [
  domain: string,
  scanner: string,
  result: Readonly<Record<string, unknown>>,
  finds: readonly string[],
];

/** What must come of real name servers, mail servers and policy hosts: part of the result, and findings by `status:code`. */
const cases: readonly Case[] = [
  ['good.example', 'mx', { valid: true }, ['pass:exchangers']],
  ['good.example', 'spf', { valid: true, policy: 'fail', lookups: 2 }, ['pass:fail_all']],
  ['good.example', 'dkim', { valid: true }, ['pass:key']],
  [
    'good.example',
    'dmarc',
    { valid: true, policy: 'reject', organizationalDomain: 'good.example' },
    ['pass:policy_reject'],
  ],
  [
    'good.example',
    'mta-sts',
    { enabled: true, valid: true, mode: 'enforce' },
    ['pass:mode_enforce', 'pass:covered'],
  ],
  ['good.example', 'smtp', { starttls25: true, starttls587: true }, ['pass:starttls']],
  ['good.example', 'tls-rpt', { valid: true }, ['pass:record']],
  ['good.example', 'dane', { valid: true, enabled: true }, ['pass:met']],
  [
    'clear.example',
    'smtp',
    { starttls25: false, starttls587: null },
    ['fail:no_starttls', 'info:no_submission'],
  ],
  ['clear.example', 'spf', { valid: false, lookups: 11 }, ['fail:too_many_lookups', 'warning:neutral_all']],
  ['clear.example', 'dmarc', { valid: true, policy: 'none' }, ['warning:policy_none', 'pass:authorized']],
  ['clear.example', 'dkim', { valid: null, tried: 0 }, ['unknown:no_selector']],
  ['clear.example', 'dane', { enabled: false }, ['info:not_signed']],
  ['stale.example', 'smtp', { starttls25: true }, ['warning:untrusted_certificate']],
  ['stale.example', 'mta-sts', { enabled: false, valid: false }, ['fail:untrusted_certificate']],
  ['stale.example', 'dane', { valid: false, enabled: true }, ['fail:not_met']],
  ['stale.example', 'dmarc', { valid: true }, ['fail:not_authorized']],
  ['anchor.example', 'dmarc', { valid: false }, ['fail:several_records']],
  ['anchor.example', 'dkim', { wildcard: true, valid: null }, ['warning:wildcard']],
  ['anchor.example', 'dane', { valid: true }, ['pass:met']],
  ['anchor.example', 'spf', { valid: false }, ['fail:no_record']],
  ['moved.example', 'mta-sts', { enabled: false, valid: false }, ['fail:redirect']],
  ['moved.example', 'smtp', { starttls25: null }, ['warning:refuses']],
  ['wrong.example', 'mta-sts', { enabled: false, valid: false }, ['fail:untrusted_certificate']],
  ['wrong.example', 'mx', { valid: true }, ['fail:mx_to_alias']],
  ['wrong.example', 'smtp', { starttls25: true }, ['warning:untrusted_certificate']],
  ['uncovered.example', 'mta-sts', { enabled: true, valid: false }, ['fail:uncovered_exchanger']],
  ['leaky.example', 'smtp', { starttls25: true }, ['fail:command_injection']],
  ['leaky.example', 'mta-sts', { enabled: true, valid: false }, ['fail:media_type']],
  ['hostile.example', 'smtp', { starttls25: null }, ['fail:no_smtp']],
  ['hostile.example', 'mta-sts', { enabled: false, valid: false }, ['fail:too_large']],
  ['hostile.example', 'spf', { valid: false }, ['fail:too_many_lookups', 'fail:include_loop']],
  ['slow.example', 'smtp', { starttls25: null }, ['unknown:port_25_unreachable']],
  ['slow.example', 'mta-sts', { enabled: null, valid: null }, ['unknown:no_policy']],
  ['null.example', 'mx', { valid: true, nullMx: true }, ['pass:null_mx']],
  ['null.example', 'spf', { valid: true }, ['pass:fail_all']],
  ['null.example', 'smtp', { servers: [] }, ['info:null_mx']],
  [
    'a.b.walk.example',
    'dmarc',
    { policy: 'quarantine', inherited: true, organizationalDomain: 'walk.example' },
    ['info:inherited'],
  ],
  ['forged.example', 'spf', { valid: null, record: null }, ['unknown:unanswered']],
  ['forged.example', 'dmarc', { valid: null }, ['unknown:unanswered']],
  ['forged.example', 'mx', { valid: true }, ['pass:exchangers']],
  ['ghost.walk.example', 'dmarc', { policy: 'reject', inherited: true }, ['info:inherited']],
  ['ta.example', 'dane', { valid: true }, ['pass:met']],
  ['bogus.example', 'dane', { enabled: false }, ['fail:bogus']],
];

for (const [domain, scanner, result, finds] of cases) {
  test(`${domain}: ${scanner}: ${finds.join(', ')}`, async (t) => {
    const part = (await running).report[domain]!.parts[scanner]!;
    t.like(part.result, result);
    const found = new Set(part.findings.map(({ status, code }) => `${status}:${code}`));
    for (const wanted of finds)
      t.true(found.has(wanted), `${wanted} is not among ${JSON.stringify(part, undefined, 1)}`);
  });
}

test('servers that misbehave leave an error behind, and nothing else suffers', async (t) => {
  const { report, memory } = await running;
  for (const domain of ['hostile.example', 'slow.example']) {
    t.true(report[domain]!.parts.smtp!.errors.length > 0);
    t.true(report[domain]!.parts['mta-sts']!.errors.length > 0);
    t.not(report[domain]!.parts.mx!.result, null);
  }
  t.true(memory < 400_000_000, String(memory));
});

test('a healthy domain takes no more questions than its parts need', async (t) => {
  const { questions } = (await running).report['good.example']!;
  t.log(`${questions} questions for all of mail, validation counted in`);
  // 46 where servers answer in time: on a busy machine a second one is asked now and then.
  t.true(questions <= 92, String(questions));
});
