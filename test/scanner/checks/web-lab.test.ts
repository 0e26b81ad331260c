import { join } from 'node:path';
import test from 'ava';
import type { TopologyEdge } from '../../../collector/domain/intelligence/topology/topology-result.ts';
import type { DomainFingerprintResult } from '../../../scanner/checks/fingerprint/domain-fingerprint-result.ts';
import type { ResolverFingerprintResult } from '../../../scanner/checks/fingerprint/resolver-fingerprint-result.ts';
import type { ScanError } from '../../../scanner/ports/finding.ts';
import { runInNamespace } from '../../support/lab/run-in-namespace.ts';
import { webLabCases } from './web-lab/web-lab-cases.ts';

interface Report {
  readonly sites: readonly {
    readonly name: string;
    readonly valid: boolean | null;
    readonly codes: readonly string[];
    readonly errors: readonly ScanError[];
    readonly questions: number;
    readonly openssl: boolean;
  }[];
  readonly fingerprint: DomainFingerprintResult;
  readonly unbound: ResolverFingerprintResult;
  /** Issuers of CAA for names below a DNAME. */
  readonly moved: readonly (readonly string[])[];
  readonly edges: readonly TopologyEdge[];
}

const program = join(import.meta.dirname, 'web-lab', 'web-lab-program.ts');
const running = runInNamespace(program) as Promise<Report>;

for (const { name, valid, codes } of webLabCases().cases) {
  test(`${name} is ${valid ? 'taken' : 'refused'}, as by openssl s_client`, async (t) => {
    const site = (await running).sites.find((one) => one.name === name)!;
    t.is(site.valid, valid);
    t.is(site.openssl, valid);
    for (const code of codes) t.true(site.codes.includes(code), `${code} is not among ${site.codes}`);
    t.deepEqual(site.errors, []);
  });
}

test('a site costs no more questions than a careful person asks', async (t) => {
  const { sites } = await running;
  const good = sites.find(({ name }) => name === 'good.example')!;
  // A, AAAA, CAA, HTTPS and SVCB twice, and what leads there: two delegations with DS and DNSKEY at three levels.
  // 16 where servers answer in time: on a busy machine a second one is asked now and then.
  t.true(good.questions <= 32, `${good.questions} questions`);
});

test('the resolver of the lab is known for a validating Unbound', async (t) => {
  const { unbound } = await running;
  t.is(unbound.software?.name, 'Unbound');
  t.like(unbound.identity, { idServer: 'lab resolver', nsid: 'lab' });
  t.like(unbound.behaviour, {
    recursion: true,
    validatesDnssec: true,
    passesDnssecRecords: true,
    keepsCase: true,
    answersTcp: true,
  });
});

test('headers of the site tell who serves it, and the map shows on what it stands', async (t) => {
  const { fingerprint, edges } = await running;
  t.deepEqual(fingerprint.providers.cdn, ['Cloudflare']);
  const drawn = edges.map(({ from, kind, to }) => `${from} ${kind} ${to}`);
  t.true(drawn.includes('zone:good.example parent zone:example'));
  t.true(drawn.includes('zone:good.example name_server host:ns1.good.example'));
  t.true(drawn.includes('host:good.example address address:198.18.20.1'));
});

test('CAA follows a DNAME to its target, and climbs from the name that was asked for (RFC 8659 section 3)', async (t) => {
  t.deepEqual((await running).moved, [['deep.example'], ['old.example']]);
});
