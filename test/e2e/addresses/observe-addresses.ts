import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { io } from 'socket.io-client';
import { run } from '../../launcher/support.ts';
import { labDatasets } from './lab-datasets.ts';
import { registriesAsked } from './lab-registries.ts';

interface Observed {
  readonly url: string;
  readonly key: string;
  /** Has somebody else announce a part of the lab's network. */
  takeOver(): Promise<void>;
}

type Json = Record<string, unknown>;

/** Nobody on the Internet, each for a reason of its own. */
const nobodies = [
  '10.1.2.3',
  '192.0.2.1',
  '198.51.100.7',
  '127.0.0.1',
  '100.64.0.1',
  '224.0.0.1',
  '::1',
  'fe80::1',
  '2001:db8::1',
];
const patience = 60_000;

const fields = `ip ipVersion isPrivate scanTimestamp geolocation { country region city latitude longitude timezone }
  network { asn asnName organization isp hostname isVpn isProxy isTor isHosting }
  bgp { prefix originAsn asPath isAnnounced rpkiStatus }
  reputation { abuseConfidenceScore totalReports lastReported isWhitelisted blacklistHits }`;

/** Asks a collector in the lab all that is known about addresses, and reports what it said. */
export async function observeAddresses({ url, key, takeOver }: Observed): Promise<object> {
  const ask = async (method: string, path: string, body?: object | string, credential?: string) => {
    const response = await fetch(url + path, {
      method,
      headers: {
        'content-type': typeof body === 'string' ? 'text/plain' : 'application/json',
        ...(credential === undefined ? {} : { authorization: `Bearer ${credential}` }),
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as Json };
  };
  const get = async (path: string, credential?: string) =>
    (await ask('GET', path, undefined, credential)).body;
  const until = async (what: string, isSo: () => Promise<boolean>) => {
    const end = performance.now() + patience;
    while (!(await isSo())) {
      if (performance.now() > end) throw new Error(`It did not come to it that ${what}.`);
      await delay(200);
    }
  };
  await until('the datasets are loaded', async () => {
    const { datasets } = (await get('/api/v1/datasets', key)) as {
      datasets: { id: string; is_loaded: boolean }[];
    };
    return labDatasets.every((id) => datasets.some((one) => one.id === id && one.is_loaded));
  });
  const events: Json[] = [];
  const socket = io(url, { transports: ['websocket'] });
  socket.on('dns_change', (payload: Json) => events.push(payload));
  await new Promise<void>((resolve) => socket.emit('subscribe_dns_changes', {}, () => resolve()));

  const scan = await get('/api/ip/5.9.9.25/scan?advanced=true');
  const liar = await get('/api/ip/5.9.9.26/scan');
  const byWhois = await get('/api/ip/5.10.0.7/scan');
  const long = await get('/api/ip/2a00::25/scan');
  const before = await questionsSent();
  const quiet: Json = {};
  for (const ip of nobodies)
    quiet[ip] = await get(`/api/ip/${encodeURIComponent(ip)}/scan?advanced=true&force_refresh=true`);
  const sent = (await questionsSent()) - before;

  const reported = await ask(
    'POST',
    '/api/ip/5.9.9.25/reports',
    { category: 10, comment: 'spam', proof: 'log' },
    key,
  );
  const reputation = await get('/api/ip/5.9.9.25/reputation');
  await get('/api/ip/5.9.9.25/scan?force_refresh=true');
  const graphql = (
    await ask('POST', '/graphql', {
      query: `mutation { scanIpAddress(ip: "5.9.9.25", fullScan: true) { success ipAddress { ${fields} } } }`,
    })
  ).body;
  const asked = (
    await ask('POST', '/graphql', {
      query: `{ ipAddress(ip: "5.9.9.25") { ${fields} } ipScanHistory(ip: "5.9.9.25", limit: 2) { ip scanTimestamp geolocation { country } } }`,
    })
  ).body;

  await takeOver();
  await until('somebody else is seen', async () => (await get('/api/asn/64666')).announced_prefixes === 1);
  await until('it is told', async () => events.some(({ domain }) => domain === '5.9.9.25'));
  const after = await get('/api/ip/5.9.9.25/scan');
  const bgp = await get('/api/ip/5.9.9.25/bgp');
  const history = await get('/api/ip/5.9.9.25/history?limit=5');

  const began = performance.now();
  const range = (await (
    await fetch(`${url}/api/range/5.10.0.0%2F16/scan?max_ips=65536`, {
      headers: { authorization: `Bearer ${key}` },
    })
  ).json()) as Json & { results: unknown[] };
  const rangeMs = Math.round(performance.now() - began);
  const submitted = (
    await ask(
      'POST',
      '/api/v2/bulk/submit',
      { domains: ['5.9.9.27', '2a00::27', 'shop.example'], check_ssl: false },
      key,
    )
  ).body;
  const bulkPath = `/api/v2/bulk/jobs/${submitted.job_id}`;
  await until('the bulk job ends', async () => (await get(bulkPath, key)).status === 'completed');
  const bulk = await get(`${bulkPath}/results?whole=true&limit=10`, key);
  const job = (await ask('POST', '/api/v2/range-jobs', { cidr: '5.9.9.16/28' }, key)).body;
  const jobPath = `/api/v2/range-jobs/${job.job_id}`;
  await until('the range was asked for', async () => (await get(jobPath, key)).status === 'completed');

  const zone =
    'shop.example.\t172800\tin\tns\tns1.net.example.\nmore.example.\t172800\tin\tns\tns1.net.example.\n';
  const imported = await ask('POST', '/api/v1/reverse-whois/import?source=czds', zone, key);
  const rows = [
    {
      domainName: 'shop.example',
      contactEmail: 'Ada@Shop.example',
      registrantOrganization: 'Shop Ltd.',
      registrarName: 'Lab Registrar',
      registrarIanaId: '9999',
    },
  ];
  await ask('POST', '/api/v1/reverse-whois/import', rows, key);
  const reverse: Json = {};
  for (const contact of [
    'email/ada@shop.example',
    'organization/SHOP',
    'registrar/9999',
    'nameserver/ns1.net.example.',
  ])
    reverse[contact] = await get(`/api/v1/reverse-whois/${contact}`, key);

  const terminal: Json = {};
  for (const target of [
    '5.9.9.25',
    '5.9.9.0/24',
    'AS64501',
    '5.9.9.16/30 --live',
    '5.9.9.1/24',
    'fe80::1%eth0',
  ])
    terminal[target] = await run(
      process.execPath,
      ['cli/main.ts', 'scan', ...target.split(' '), '--collector', url],
      {
        env: { SONDE_KEY: key },
      },
    );
  socket.disconnect();
  return {
    scan,
    after,
    liar,
    byWhois,
    long,
    quiet,
    sent,
    reported,
    reputation,
    graphql,
    asked,
    bgp,
    history,
    events,
    rangeMs,
    range: { ...range, results: range.results.length },
    small: await get('/api/range/5.9.9.24%2F30/scan'),
    bulk,
    tooLarge: await ask('GET', '/api/range/5.10.0.0%2F16/scan'),
    job: { ...(await get(jobPath, key)), ...(await get(`${jobPath}/results`, key)) },
    system: await get('/api/asn/AS64501'),
    worst: await get('/api/ips/high-risk?min_confidence=1'),
    imported,
    reverse,
    terminal,
  };
}

/** Datagrams that this network has sent, of which the DNS is made, and questions that registries were asked. */
async function questionsSent(): Promise<number> {
  const [names = [], values = []] = (await readFile('/proc/net/snmp', 'utf8'))
    .split('\n')
    .filter((line) => line.startsWith('Udp: '))
    .map((line) => line.split(' '));
  return Number(values[names.indexOf('OutDatagrams')]) + registriesAsked.count;
}
