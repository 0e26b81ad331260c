import { join } from 'node:path';
import test from 'ava';
import type { WhoisResult } from '../../../scanner/checks/whois/whois-result.ts';
import type { ScanError } from '../../../scanner/ports/finding.ts';
import { runInNamespace } from '../../support/lab/run-in-namespace.ts';
import { hostile } from './whois-lab/whois-lab-cases.ts';

interface Told {
  readonly domain: string;
  readonly result: WhoisResult | null;
  readonly codes: readonly string[];
  readonly errors: readonly ScanError[];
}

interface Report {
  readonly well: readonly Told[];
  readonly odd: readonly Told[];
  readonly limited: readonly Told[];
  readonly rdapAlone: Told;
  readonly whoisAlone: Told;
  readonly noList: Told;
  readonly lists: number;
  readonly asked: Readonly<Record<string, number>>;
}

let report: Report;

test.before('registries in a closed Internet', async (t) => {
  t.timeout(120_000);
  report = (await runInNamespace(join(import.meta.dirname, 'whois-lab/whois-lab-program.ts'))) as Report;
});

const verdicts: Readonly<Record<string, readonly string[]>> = {
  'www.well.example': ['pass:registration_runs', 'pass:transfer_locked', 'pass:name_servers_agree'],
  'soon.example': ['warning:registration_ends_soon', 'info:no_transfer_lock', 'pass:name_servers_agree'],
  'ended.example': ['fail:registration_ended', 'info:no_transfer_lock', 'pass:name_servers_agree'],
  'young.example': [
    'pass:registration_runs',
    'pass:transfer_locked',
    'info:young',
    'pass:name_servers_agree',
  ],
  'held.example': [
    'fail:on_hold',
    'pass:registration_runs',
    'info:no_transfer_lock',
    'pass:name_servers_agree',
  ],
  'leaving.example': ['fail:leaving_registry', 'info:no_transfer_lock', 'pass:name_servers_agree'],
  'moving.example': ['pass:registration_runs', 'warning:transfer_under_way', 'pass:name_servers_agree'],
  'other.example': ['pass:registration_runs', 'pass:transfer_locked', 'warning:name_servers_differ'],
  'unsigned.example': [
    'pass:registration_runs',
    'pass:transfer_locked',
    'pass:name_servers_agree',
    'warning:signed_differs',
  ],
  'shop.old': ['pass:registration_runs', 'pass:transfer_locked', 'pass:name_servers_agree'],
  'limited.example': ['pass:registration_runs', 'pass:transfer_locked', 'pass:name_servers_agree'],
  'nobody.example': ['info:not_registered'],
  'nobody.old': ['info:not_registered'],
  example: [],
};

test('what registries tell is told with who told it, and judged', (t) => {
  for (const { domain, codes, errors, result } of report.well) {
    t.deepEqual([...codes], [...verdicts[domain]!], domain);
    t.deepEqual(
      errors.map(({ code }) => code),
      domain === 'example' ? ['unsupported'] : [],
      domain,
    );
    if (domain === 'example') t.is(result, null);
    else t.is(result?.source, domain.endsWith('.old') ? 'whois' : 'rdap', domain);
  }
  t.is(report.well.length, Object.keys(verdicts).length);
  t.like(report.well[0]?.result, {
    registeredDomain: 'well.example',
    registered: true,
    registration: {
      server: 'https://rdap.nic.example/',
      registrar: { name: 'Lab Registrar' },
      registeredAt: '2015-03-01T00:00:00.000Z',
      nameServers: ['ns1.well.example'],
      dnssecSigned: true,
    },
  });
  t.is(report.lists, 2, 'the list of services is fetched once by each who asks');
});

test('hostile servers cost little and never become the word of a registry', (t) => {
  for (const { domain, errors: expected } of hostile) {
    const told = report.odd.find((one) => one.domain === domain)!;
    t.like(told.result, { registered: null, source: null, registration: null }, domain);
    t.deepEqual(told.codes, ['unknown:registry_silent'], domain);
    t.deepEqual(
      told.errors.map(({ code }) => code),
      [...expected],
      `${domain}: ${JSON.stringify(told.errors)}`,
    );
  }
});

test('a registry that wants to be left alone is, and WHOIS helps out', (t) => {
  for (const { result, errors } of report.limited) {
    t.like(result, { registered: true, source: 'whois' });
    t.deepEqual(
      errors.map(({ code }) => code),
      ['limited'],
    );
  }
  t.is(report.asked['rdap limited.example'], 2, 'once before it said so, once when it did');
  t.is(report.asked['rdap well.example'], 1);
});

test('either source may be turned off, and neither found', (t) => {
  t.like(report.rdapAlone, { result: { registered: null }, codes: ['unknown:registry_silent'] });
  t.is(report.rdapAlone.errors[0]?.code, 'unsupported');
  t.like(report.whoisAlone, { result: { registered: true, source: 'whois' }, errors: [] });
  t.is(report.noList.result?.registered, null);
  t.deepEqual(
    report.noList.errors.map(({ code }) => code),
    ['unreachable', 'refused'],
  );
});
