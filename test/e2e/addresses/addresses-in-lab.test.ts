import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'ava';
import { run } from '../../launcher/support.ts';
import { type PostgresServer, startPostgresServer } from '../../support/engines/postgres.ts';

/** PostgreSQL runs outside, since it does not run as the root of a user namespace; real root needs no such namespace. */
const seclusion = [
  ['unshare', '-n'],
  ['unshare', '-Urn'],
].find(([file = '', ...flags]) => spawnSync(file, [...flags, 'true']).status === 0);

/** What the program reports is JSON; what is in it is for the tests to say. */
let report: Record<string, ReturnType<typeof JSON.parse>>;
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
  const program = join(import.meta.dirname, 'addresses-in-lab-program.ts');
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

test('an address is told whole: place, network, route, registration, names, lists, and what failed', (t) => {
  const { scan } = report;
  t.like(scan, {
    ip: '5.9.9.25',
    ip_version: 4,
    is_private: false,
    geolocation: { country: 'DE', city: 'Frankfurt', coordinates: { latitude: 50.11, longitude: 8.68 } },
    network: {
      asn: 64_500,
      isp: 'Lab Hosting GmbH',
      hostname: 'mail.shop.example',
      is_hosting: true,
      is_tor: false,
    },
    bgp: { prefix: '5.9.9.0/24', origin_asn: 64_500, is_announced: true, rpki_status: 'valid' },
    allocation: { registry: 'ripencc', country: 'DE' },
    whois: { net_name: 'LAB-NET', abuse_contact: 'abuse@lab.example', source: 'rdap' },
    reverse_dns: { has_ptr: true, confirmed: ['mail.shop.example'] },
    would_fill: {},
  });
  const { details, listed_in: listed } = scan.reputation.blacklists;
  t.deepEqual(listed, ['good.example']);
  t.deepEqual(
    Object.entries<{ status: string }>(details)
      .map(([zone, { status }]) => `${zone} ${status}`)
      .toSorted(),
    [
      'clean.example clean',
      'gone.example unknown',
      'good.example listed',
      'parked.example unknown',
      'refusing.example refused',
    ],
  );
  t.deepEqual(
    scan.errors.map(({ source }: { source: string }) => source),
    ['refusing.example', 'parked.example', 'gone.example'],
  );
  for (const source of ['ris-ipv4', 'dbip-city-lite', 'own-rpki', 'reverse_dns', 'good.example', 'rdap'])
    t.true(scan.data_sources.includes(source), source);
  t.deepEqual(report.liar.reverse_dns.confirmed, [], 'a name that does not lead back');
});

test('where RDAP wants to be left alone WHOIS tells, over the referral of its root', (t) => {
  t.like(report.byWhois, {
    whois: {
      net_name: 'WIDE-NET',
      net_range: '5.10.0.0 - 5.10.255.255',
      abuse_contact: 'abuse@wide.example',
      source: 'whois',
      server: 'whois.nic.example',
    },
    bgp: { origins: [64_501, 64_502] },
  });
  t.like(report.long, {
    ip_version: 6,
    network: { asn: 64_501 },
    bgp: { prefix: '2a00::/32', rpki_status: 'not-found' },
  });
});

test('nothing is asked about addresses that are nobody', (t) => {
  t.is(report.sent, 0);
  for (const [ip, answer] of Object.entries<Record<string, unknown>>(report.quiet))
    t.like(answer, { is_private: true, reverse_dns: null, whois: null, errors: [] }, ip);
});

test('a report counts at once, and GraphQL says the same', (t) => {
  t.is(report.reported.status, 201);
  t.like(report.reputation, { total_reports: 1, abuse_confidence: 48, blacklists: { total_hits: 1 } });
  const { success, ipAddress } = report.graphql.data.scanIpAddress;
  t.true(success);
  const same = {
    network: { asn: 64_500, isHosting: true },
    bgp: { prefix: '5.9.9.0/24', originAsn: 64_500, rpkiStatus: 'valid' },
    reputation: { abuseConfidenceScore: 48, totalReports: 1, blacklistHits: 1 },
  };
  t.like(ipAddress, same);
  t.like(report.asked.data.ipAddress, same);
  t.is(report.asked.data.ipScanHistory.length, 2);
  t.like(report.worst, { ips: { 0: { ip: '5.9.9.25', abuse_confidence: 48, total_reports: 1 } } });
});

test('a narrower prefix of somebody else is told at once, in history and as an event', (t) => {
  t.like(report.after, {
    cached: false,
    bgp: { prefix: '5.9.9.0/25', origin_asn: 64_666, rpki_status: 'invalid' },
  });
  const change = { prefix: '5.9.9.0/25', old_origins: [], new_origins: [64_666], source: 'ris-ipv4' };
  t.like(report.bgp, {
    bgp: { covering_routes: [{ prefix: '5.9.9.0/24', origins: [64_500] }] },
    origin_history: { changes: { 0: change } },
  });
  t.is(report.bgp.bgp.origin_since, report.bgp.origin_history.changes[0].seen_at);
  t.like(report.history, {
    origin_history: { changes: { 0: change } },
    history: { 0: { changed: ['origin', 'prefix', 'rpki'] } },
  });
  const told = report.events.filter(({ domain }: { domain: string }) => domain === '5.9.9.25');
  t.is(told.length, 1, 'once, though it was scanned again');
  t.like(told[0], { record_type: 'ORIGIN', old_value: 'AS64500', new_value: 'AS64666' });
});

test('a range is answered from what is known, a job asks for its names, and a system is described', (t) => {
  t.like(report.range, {
    scanned_ips: 65_536,
    results: 65_536,
    summary: { asns: { 64501: 65_280, 64503: 256 } },
  });
  t.is(report.tooLarge.status, 403);
  t.like(report.small, { results: { 1: { reputation: { abuse_confidence: 48, is_blacklisted: true } } } });
  t.like(report.job, { status: 'completed', total: 16, looked_at: 16, named: 2, count: 2 });
  t.like(report.system, {
    name: 'WIDE-AS',
    country: 'SE',
    announced_prefixes: 2,
    prefixes: ['5.10.0.0/16', '2a00::/32'],
  });
});

test('addresses are scanned in bulk jobs, beside domains', (t) => {
  t.like(report.bulk.results, {
    0: {
      ...{ domain: '5.9.9.27', status: 'completed', summary: null, result: null },
      address_summary: { asn: 64_666, country: 'DE', blacklist_hits: 0 },
      address_result: { ip: '5.9.9.27', whois: { net_name: 'LAB-NET' } },
    },
    1: { domain: '2a00::27', status: 'completed', address_summary: { asn: 64_501 } },
    2: { domain: 'shop.example', address_summary: null, result: { domain: 'shop.example' } },
  });
});

test('domains are found by e-mail, organization, registrar and name server', (t) => {
  t.like(report.imported.body, { rows: 2, imported: 2, malformed: 0 });
  const found = Object.entries<{ domains: { domain_name: string }[] }>(report.reverse).map(
    ([contact, { domains }]) =>
      `${contact.split('/')[0]}: ${domains.map(({ domain_name }) => domain_name).join(' ')}`,
  );
  t.deepEqual(found, [
    'email: shop.example',
    'organization: shop.example',
    'registrar: shop.example',
    'nameserver: more.example shop.example',
  ]);
});

test('the terminal tells the same, and why it does not understand', (t) => {
  const said = (target: string, text: RegExp, code = 0) => {
    const { stdout, stderr, code: ended } = report.terminal[target];
    t.is(ended, code, `${target}: ${stderr}`);
    t.regex(stdout + stderr, text, target);
  };
  said('5.9.9.25', /route +5\.9\.9\.0\/25, by AS64666, RPKI invalid/);
  said('5.9.9.0/24', /systems +AS64500 128, AS64666 128/);
  said('AS64501', /Wide Networks[\s\S]*2a00::\/32/);
  said('5.9.9.16/30 --live', /4 of 4 addresses, looked up now/);
  said('5.9.9.1/24', /the network is 5\.9\.9\.0\/24/, 64);
  said('fe80::1%eth0', /names a zone/, 64);
});
