import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'ava';
import { run } from '../../launcher/support.ts';
import { type PostgresServer, startPostgresServer } from '../../support/engines/postgres.ts';
import { bulkNames } from './lab-zones.ts';

/** PostgreSQL runs outside, since it does not run as the root of a user namespace; real root needs no such namespace. */
const seclusion = [
  ['unshare', '-n'],
  ['unshare', '-Urn'],
].find(([file = '', ...flags]) => spawnSync(file, [...flags, 'true']).status === 0);

/** What the program reports is JSON; what is in it is for the tests to say. */
interface Report {
  readonly [field: string]: unknown;
}

let report: Report;
let directory: string | undefined;
let postgres: PostgresServer | undefined;

test.before('a collector as it is, in a closed Internet', async (t) => {
  t.timeout(400_000);
  if (seclusion === undefined) throw new Error('This machine allows no network namespaces.');
  directory = await mkdtemp(join(tmpdir(), 'sonde-test-'));
  postgres = await startPostgresServer();
  const { host, user, database, password } = postgres.server.connection;
  const url = new URL(`postgresql://localhost/${database}`);
  url.username = String(user);
  url.password = String(password);
  url.searchParams.set('host', String(host));
  const program = join(import.meta.dirname, 'scan-in-lab-program.ts');
  const [file = '', ...flags] = seclusion;
  const command = [...flags, process.execPath, program, directory, url.href];
  const { code, stdout, stderr } = await run(file, command, { killAfterMs: 380_000 });
  if (code !== 0) throw new Error(stderr.slice(-4_000));
  report = JSON.parse(stdout);
});

test.after.always(async () => {
  await postgres?.remove();
  if (directory !== undefined) await rm(directory, { recursive: true, force: true });
});

test('a healthy domain is found healthy, check by check', (t) => {
  const healthy: Report = report.healthy as Report;
  t.like(healthy, {
    domain: 'shop.example',
    dnssec_enabled: true,
    dnssec_valid: true,
    spf_valid: true,
    spf_record: 'v=spf1 mx -all',
    dkim_valid: true,
    dkim_selectors: '["default"]',
    dmarc_valid: true,
    dmarc_policy: 'reject',
    mta_sts_enabled: true,
    smtp_starttls_25: true,
    smtp_starttls_587: true,
    ssl_valid: true,
    registrar_name: 'Lab Registrar',
    registration_date: '2015-03-01T00:00:00.000Z',
    errors: [],
  });
  t.like(healthy.ssl_certificates, { 0: { issuer: 'CN=Lab Authority', is_valid: true } });
  const checks = healthy.checks as Record<string, { result: Report }>;
  t.is(checks.dane?.result.valid, true);
  t.deepEqual(
    (healthy.findings as Report[])
      .filter(({ status }) => status === 'fail')
      .map(({ check, code }) => [check, code]),
    [],
  );
  t.true(Number(healthy.dns_questions) > 0);
});

test('a careful person would not ask much less', (t) => {
  t.true(Number(report.questions) < 90, `${report.questions} questions`);
});

test('what is wrong is found, what is not there is not called wrong, and hostile zones cost little', (t) => {
  const others = report.others as Record<string, Report>;
  t.like(others['bogus.example'], { dnssec_enabled: true, dnssec_valid: false });
  t.like(others['poor.example'], { dnssec_enabled: false, spf_valid: false, dmarc_valid: false });
  const codes = (domain: string) => (others[domain]!.findings as Report[]).map(({ code }) => code as string);
  t.true(codes('hostile.example').includes('too_many_lookups'), codes('hostile.example').join());
  t.like(others['dead.example'], { dnssec_valid: null, spf_valid: null });
  t.true((others['dead.example']!.errors as Report[]).length > 0);
  t.true(codes('missing.example').includes('no_such_domain'));
});

test('the latest state, the history, GraphQL and the numbers tell the same', (t) => {
  t.like(report.known, { domain: 'shop.example', cached: true, dnssec_valid: true, spf_valid: true });
  t.like(report.history, {
    count: 2,
    history: { 0: { dnssec_enabled: true, spf_valid: true, trigger: 'request' } },
  });
  t.like((report.graphql as Report).data, {
    domain: {
      dnssecValid: true,
      spfValid: true,
      dmarcPolicy: 'reject',
      sslValid: true,
      registrarName: 'Lab Registrar',
    },
    certificate: { issuer: 'CN=Lab Authority', isValid: true, daysUntilExpiry: 19 },
    expiringCertificates: { 0: { domain: 'shop.example' } },
    statistics: { totalDomains: 6, sslValidCount: 1 },
  });
  t.like(report.live, { total_domains: 6 + bulkNames });
});

test('progress comes in lines, and subscribers hear of scans and certificates', (t) => {
  const lines = report.lines as Report[];
  t.true(lines.slice(0, -1).every(({ event }) => event === 'check'));
  t.like(lines.at(-1), { event: 'result', result: { domain: 'shop.example', spf_valid: true } });
  const heard = report.events as Report[];
  t.true(heard.some(({ name }) => name === 'scan_complete'));
  const expiring = heard
    .filter(({ name }) => name === 'ssl_expiry_alert')
    .map(({ domain, endpoint }) => `${domain} ${endpoint}`);
  t.true(expiring.includes('shop.example web'), expiring.join());
  t.deepEqual(expiring, [...new Set(expiring)], 'each place once, however often it is scanned');
});

test('bulk jobs end, with a result for each domain', (t) => {
  for (const job of Object.values(report.bulk as Record<string, Report>)) {
    t.like(job, { status: 'completed', completed: bulkNames, failed: 0 });
    t.like(job.results, { results: { 0: { domain: 'd0.bulk.example', result: { spf_valid: true } } } });
  }
});

test('a scan from the terminal finds the same without a collector, and with one', (t) => {
  const terminal = report.terminal as { code: number; stdout: string };
  t.is(terminal.code, 0);
  t.like(JSON.parse(terminal.stdout), { domain: 'shop.example', dnssec_valid: true, ssl_valid: true });
  const poor = report.report as { code: number; stdout: string };
  t.is(poor.code, 2, 'something failed, and --fail-on asked for it');
  t.regex(poor.stdout, /What to fix first\n {2}✘ critical mx /);
  t.regex(poor.stdout, /RFC 7208 section 4\.5/);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: which a pipe must not get
  t.notRegex(poor.stdout, /\u001b/);
  t.regex((report.remote as { stdout: string }).stdout, /^shop\.example {2}\d+ checks/);
});
