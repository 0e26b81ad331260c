import { RawBody } from '../../../client/raw-body.ts';
import { SondeClient } from '../../../client/sonde-client.ts';
import { PseudoRandom } from '../../../collector/bench/pseudo-random.ts';

const hour = 3_600_000;
const names = [
  ['www.example.com', 30],
  ['api.example.com', 22],
  ['time.example.net', 18],
  ['mail.example.org', 12],
  ['cdn.static.example.net', 40],
  ['telemetry.vendor.example', 25],
  ['updates.vendor.example', 8],
  ['registry.packages.example', 6],
  ['xn--bcher-kva.example', 5],
  ['printer.office.example', 4],
] as const;
const clients = ['192.0.2.10', '192.0.2.11', '192.0.2.23', '192.0.2.40', '198.51.100.7', '2001:db8::17'];
const types = ['A', 'A', 'A', 'AAAA', 'AAAA', 'HTTPS', 'MX', 'TXT'];

/** Names as only an attacker sends them: markup, controls, marks of direction, 253 octets. */
export const hostileNames = [
  '<img src=x onerror=alert(1)>.evil.example',
  '"><script>alert(1)</script>.evil.example',
  'invoice\u202egpj.exe.evil.example',
  'a\u0007\u001b[31mred.evil.example',
  `${'a'.repeat(63)}.${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(45)}.evil.example`,
] as const;

export interface Seeded {
  readonly locationId: number;
  readonly locationKey: string;
  readonly listed: string;
}

/**
 * Fills a collector with what two days of an office look like, through its API alone: queries by the hour, failures,
 * a listed name that is asked for, a policy, notifications that do not arrive, and names that mean harm.
 */
export async function seedTraffic(url: string, adminKey: string, now = Date.now()): Promise<Seeded> {
  const api = new SondeClient({ url, key: adminKey });
  const listed = 'c2.bad.example';
  await api.call('PUT /api/v1/threat-intel/indicators/{source}', {
    params: { source: 'own-list' },
    body: [
      { name: listed, threat_type: 'c2', severity: 'high', description: 'Seen in an incident of ours' },
      { name: 'evil.example', threat_type: 'phishing', severity: 'medium' },
    ],
  });
  const { id: locationId, api_key: locationKey } = await api.call('POST /api/v1/dns-monitoring/locations', {
    body: { location_name: 'Head office', description: 'First floor' },
  });
  await api.call('POST /api/v1/dns-monitoring/locations', { body: { location_name: 'Warehouse' } });
  const rows = traffic(now, listed);
  const sender = api.withKey(locationKey);
  for (let from = 0; from < rows.length; from += 2_000) {
    const lines = rows.slice(from, from + 2_000).map((row) => JSON.stringify(row));
    await sender.call('POST /api/v1/dns-monitoring/queries', {
      body: new RawBody('application/x-ndjson', `${lines.join('\n')}\n`),
    });
  }
  await seedPolicy(api);
  await api.call('PUT /api/v1/dns-monitoring/client-names', {
    body: {
      names: [
        { client_ip: '192.0.2.10', name: 'Reception' },
        { client_ip: '192.0.2.23', name: 'Ada\u2019s laptop' },
        { client_ip: '192.0.2.40', name: hostileNames[0] },
      ],
    },
  });
  await api.call('POST /api/v1/notifications/channels', {
    body: { kind: 'webhook', target: 'https://hooks.example.net/sonde', least_severity: 'high' },
  });
  await api.call('POST /api/v1/dns-monitoring/exclusions', {
    body: { name: 'scanner.example.com', note: 'Our own vulnerability scanner' },
  });
  return { locationId, locationKey, listed };
}

/** Rules in four versions, and two resolvers, of which one has not taken the last. */
export async function seedPolicy(api: SondeClient): Promise<void> {
  const keys: string[] = [];
  for (const [name, location] of [
    ['resolver-1', 'Head office'],
    ['resolver-2', 'Warehouse'],
  ] as const) {
    const { api_keys } = await api.call('POST /api/v1/unbound/register', {
      body: { resolver_name: name, location, modules_enabled: ['policy', 'analytics'] },
    });
    keys.push(api_keys.policy!);
  }
  const rule = (name: string, answer: 'nxdomain' | 'nodata', note: string | null) => ({
    match: { kind: 'domain' as const, name },
    action: { kind: 'block' as const, answer },
    note,
  });
  const { id } = await api.call('POST /api/v1/unbound/policy/rules', {
    body: rule('telemetry.vendor.example', 'nxdomain', 'Sends more than it says'),
  });
  await api.call('POST /api/v1/unbound/policy/rules', { body: rule('bad.example', 'nxdomain', null) });
  await api.call('PUT /api/v1/unbound/policy/rules/{id}', {
    params: { id },
    body: { ...rule('telemetry.vendor.example', 'nodata', 'Sends more than it says'), rollout_percent: 50 },
  });
  for (const [index, since] of [4, 3].entries()) {
    await api.withKey(keys[index]!).call('GET /api/v1/unbound/policy', {
      query: { since, serial: 1_795_440_000 + since, not_enforced: index },
    });
  }
}

function traffic(now: number, listed: string): object[] {
  const random = new PseudoRandom(7);
  const rows: object[] = [];
  for (let slot = 0; slot < 48 * 4; slot++) {
    const at = now - slot * (hour / 4) - 30_000;
    const busy = 1 + Math.max(0, Math.sin(((new Date(at).getUTCHours() - 6) / 24) * 2 * Math.PI)) * 2;
    for (const [name, weight] of names) {
      const times = Math.round((weight / 10) * busy * (0.6 + random.fraction() * 0.8));
      for (let index = 0; index < times; index++)
        rows.push(query(at - random.fraction() * 800_000, name, random));
    }
    rows.push({
      ...query(at, `wpad-${slot}.office.example`, random),
      response_code: 'NXDOMAIN',
      answers: [],
    });
    if (slot % 5 === 0)
      rows.push({ ...query(at, 'broken.dnssec.example', random), response_code: 'SERVFAIL', answers: [] });
    if (slot % 9 === 0)
      rows.push({
        ...query(at, 'slow.example.org', random),
        response_code: null,
        response_time_ms: null,
        answers: [],
      });
    if (slot < 12) rows.push({ ...query(at, `beacon.${listed}`, random), client_ip: '192.0.2.23' });
  }
  for (const name of hostileNames) rows.push(query(now - 60_000, name, random));
  return rows;
}

function query(at: number, name: string, random: PseudoRandom): Record<string, unknown> {
  const type = types[Math.floor(random.fraction() * types.length)]!;
  return {
    timestamp: new Date(at).toISOString(),
    client_ip: clients[Math.floor(random.fraction() ** 2 * clients.length)],
    query_name: name,
    query_type: type,
    response_code: 'NOERROR',
    answers: type === 'A' ? [`203.0.113.${1 + Math.floor(random.fraction() * 40)}`] : [],
    response_time_ms: Math.round((1 + random.fraction() ** 3 * 90) * 10) / 10,
    protocol: random.fraction() < 0.9 ? 'udp' : 'tcp',
    server_ip: '192.0.2.53',
  };
}
