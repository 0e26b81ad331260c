import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import test from 'ava';
import { bareEnvironment } from '../../support/bare-environment.ts';
import { startWebhookReceiver } from '../../support/http/webhook-receiver.ts';
import { adminKey, startTestCollector } from '../../support/ingest/running-collector.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';
import { until } from '../../support/until.ts';

const catalogue = {
  title: 'Known exploited',
  catalogVersion: '2026.03.01',
  dateReleased: '2026-03-01T00:00:00.000Z',
  count: 1,
  vulnerabilities: [
    {
      cveID: 'CVE-2021-44228',
      vendorProject: 'Example',
      product: 'Logger',
      vulnerabilityName: 'Logger remote code execution',
      dateAdded: '2021-12-10',
      shortDescription: 'It runs what it logs.',
      requiredAction: 'Update.',
      dueDate: '2021-12-24',
      knownRansomwareCampaignUse: 'Known',
      notes: '',
      cwes: ['CWE-502'],
    },
  ],
};

test('feeds from files, checks, threats with their evidence, exclusions, and a restart', async (t) => {
  t.timeout(180_000);
  const directory = await temporaryDirectory(t);
  await mkdir(directory, { recursive: true });
  await writeFile(join(directory, 'red-flag-domains'), 'bad.example\nworse.example\n');
  await writeFile(join(directory, 'cisa-kev'), JSON.stringify(catalogue));
  const { url } = await startTestCollector(t, {
    feeds: 'red-flag-domains,cisa-kev,openphish',
    feedDirectory: directory,
    allowedNetworks: '127.0.0.1/32',
  });
  const receiver = await startWebhookReceiver(t);
  const call = async (method: string, path: string, body?: object, key = adminKey) => {
    const response = await fetch(new URL(path, url), {
      method,
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as never };
  };
  const monitoring = '/api/v1/dns-monitoring';
  interface Listed {
    feeds: {
      id: string;
      status: string;
      indicator_count: number;
      last_updated: string | null;
      note: string | null;
    }[];
  }
  const feeds = async () =>
    ((await call('GET', '/api/v1/threat-intel/feeds')).body as Listed).feeds.filter(
      ({ status }) => status !== 'disabled',
    );

  // Two of three have a file.
  await until(async () => (await feeds()).every(({ status }) => status !== 'pending'));
  t.deepEqual(
    (await feeds()).map(({ id, status, indicator_count }) => [id, status, indicator_count]).sort(),
    [
      ['cisa-kev', 'active', 1],
      ['openphish', 'failed', 0],
      ['red-flag-domains', 'active', 2],
    ],
  );
  // A feed is looked up in once it is loaded, a moment after it has been read.
  const check = async (name: string) =>
    (await call('GET', `/api/v1/threat-intel/check/${name}`)).body as { feeds_checked: number };
  await until(async () => (await check('good.example')).feeds_checked === 2);
  t.like(await check('www.bad.example'), {
    indicator: 'www.bad.example',
    is_malicious: true,
    feeds_checked: 2,
    feeds: ['red-flag-domains'],
  });
  t.like(await check('good.example'), {
    is_malicious: false,
    feeds_checked: 2,
  });
  t.is((await call('GET', '/api/v1/threat-intel/check/not%20an%20indicator')).status, 400);
  t.like((await call('GET', '/api/v1/threat-intel/kev/cve-2021-44228')).body, {
    cve_id: 'CVE-2021-44228',
    in_kev: true,
    vendor: 'Example',
    known_ransomware_use: true,
    due_date: '2021-12-24',
  });
  t.like((await call('GET', '/api/v1/threat-intel/kev/CVE-1999-0001')).body, { in_kev: false, vendor: null });

  const location = (await call('POST', `${monitoring}/locations`, { location_name: 'Office' })).body as {
    id: number;
    api_key: string;
  };
  const ask = async (name: string, client: string) => {
    const queries = [
      {
        timestamp: new Date().toISOString(),
        client_ip: client,
        query_name: name,
        query_type: 'A',
        response_code: 'NXDOMAIN',
      },
    ];
    const answer = await call('POST', `${monitoring}/queries`, { queries }, location.api_key);
    t.is(answer.status, 202);
  };
  interface Found {
    threats: { id: number; subject: string; count: number; status: string }[];
  }
  const threats = async () =>
    ((await call('GET', `${monitoring}/threats?location_id=${location.id}`)).body as Found).threats;

  const channel = { kind: 'webhook', target: receiver.url, least_severity: 'low' };
  t.is((await call('POST', '/api/v1/notifications/channels', channel)).status, 201);
  const exclusion = await call('POST', `${monitoring}/exclusions`, {
    name: '*.worse.example',
    client: '192.0.2.0/24',
  });
  t.is(exclusion.status, 201);
  t.like(exclusion.body, { name: '*.worse.example', client: '192.0.2.0/24', location_id: null });
  // It is in force when the rules have been read again; one reading may have begun before it was made.
  const readings = async () => {
    const metrics = await (await fetch(`${url}/metrics`)).text();
    return Number(
      /^sonde_job_runs_total\{job="refresh-detection-rules",result="done"\} (\d+)$/m.exec(metrics)?.[1] ?? 0,
    );
  };
  const before = await readings();
  await until(async () => (await readings()) >= before + 2);
  await ask('www.bad.example', '192.0.2.7');
  await ask('www.worse.example', '192.0.2.7');
  await ask('www.worse.example', '198.51.100.7');
  await until(async () => (await threats()).length === 2);
  const [second, first] = await threats();
  t.like(first, { subject: 'bad.example', count: 1, status: 'open' });
  t.like(second, { subject: 'worse.example', count: 1 });

  const explained = () => call('GET', `${monitoring}/threats/${first!.id}`);
  await until(async () => ((await explained()).body as { queries: object[] }).queries.length > 0);
  t.like((await explained()).body, {
    technique: 'T1071',
    evidence: { feed: 'red-flag-domains', indicator: 'bad.example', feed_row: 1 },
    queries: [{ query_name: 'www.bad.example', client_ip: '192.0.2.7' }],
  });

  // What the threat rests on is as it was found, and still stored.
  t.like((await call('GET', `${monitoring}/threats/${first!.id}/receipt`)).body, {
    intact: true,
    still_listed: true,
    queries: [{ stored: true }],
  });
  await until(() => receiver.received.length === 2);
  const told = receiver.received.map(({ body }) => JSON.parse(body) as { threat: { subject: string } });
  t.deepEqual(told.map(({ threat }) => threat.subject).toSorted(), ['bad.example', 'worse.example']);

  // The same over the command line: a day's alerts of the list that is loaded.
  const command = [join(import.meta.dirname, '..', '..', '..', 'cli', 'main.ts'), 'replay'];
  const env = { ...bareEnvironment(), SONDE_KEY: adminKey };
  const from = new Date(Date.now() - 3_600_000).toISOString();
  const options = ['--url', url, '--from', from, '--detector', 'indicator', '--json'];
  const { stdout } = await promisify(execFile)(process.execPath, [...command, ...options], { env });
  t.like(JSON.parse(stdout), { rows: 3, threats: { length: 2 } });

  const value = [command[0]!, 'feeds', 'value', '--url', url];
  const worth = await promisify(execFile)(process.execPath, value, { env });
  t.regex(worth.stdout, /^red-flag-domains +2 +2 +2 +2 +100\.0 %/m);

  // A list that nobody loaded, over what is stored.
  const tried = await call('POST', `${monitoring}/replay`, {
    period: '1h',
    detectors: ['indicator'],
    indicators: ['good.example', 'worse.example'],
  });
  t.is(tried.status, 200, JSON.stringify(tried.body));
  t.like(tried.body, {
    complete: true,
    rows: 3,
    total_threats: 1,
    days: [{ alerts: 1, remarks: 0, by_type: { listed: 1 } }],
    threats: [{ subject: 'worse.example', threat_type: 'listed', count: 1 }],
  });
  t.is((await call('POST', `${monitoring}/replay`, { detectors: ['crystal_ball'] })).status, 400);

  const change = (what: string, note: string) =>
    call('PUT', `${monitoring}/threats/${first!.id}/${what}`, { note });
  t.like((await change('resolve', 'a test')).body, { status: 'resolved', resolution_note: 'a test' });
  t.like((await change('reopen', 'it was none')).body, { status: 'open', reopening_note: 'it was none' });
  await change('resolve', 'again');
  await ask('www.bad.example', '192.0.2.8');
  await until(async () => (await threats()).length === 3);
  t.is((await change('reopen', 'too late')).status, 409);
});
