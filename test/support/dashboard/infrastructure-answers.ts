import type { BrowserContext } from 'playwright-core';
import type { AnswerOf } from '../../../client/operation-types.ts';

const at = '2026-11-20T10:00:00.000Z';
/** What whoever answers may say of himself: markup, a mark of direction, a line that nothing breaks. */
const hostile = `<img src=x onerror=alert(1)>\u202e${'a'.repeat(60)}`;

const topology = (domain: string): AnswerOf<'GET /api/v2/topology/domain/{domain}'> => ({
  domain,
  nodes: [
    { id: 'h1', kind: 'host', label: domain },
    { id: 'z1', kind: 'zone', label: domain },
    { id: 'h2', kind: 'host', label: `ns1.${domain}` },
    { id: 'h3', kind: 'host', label: `${'very-long-label.'.repeat(9)}example.net` },
    { id: 'h4', kind: 'host', label: hostile },
    { id: 'a1', kind: 'address', label: '192.0.2.1' },
    { id: 'a2', kind: 'address', label: '2001:db8:1234:5678:9abc:def0:1234:5678' },
  ],
  edges: [
    { from: 'h1', to: 'z1', kind: 'zone', preference: null },
    { from: 'h1', to: 'a1', kind: 'address', preference: null },
    { from: 'z1', to: 'h2', kind: 'name_server', preference: null },
    { from: 'z1', to: 'h3', kind: 'name_server', preference: null },
    { from: 'h2', to: 'a1', kind: 'address', preference: null },
    { from: 'h2', to: 'a2', kind: 'address', preference: null },
    { from: 'h1', to: 'h4', kind: 'mail_exchanger', preference: 10 },
  ],
  truncated: true,
  diversity: { name_servers: 2, prefixes: 2, autonomous_systems: 1, ipv6: true },
  errors: [{ source: 'topology', code: 'timeout', message: 'ns2 did not answer.' }],
});

const providers = (domain: string): AnswerOf<'GET /api/v2/fingerprint/domain'> => ({
  domain,
  providers: { dns: 'Example DNS', cdn: ['Example CDN'], hosting: [hostile], mail: null },
  characteristics: { anycast: true, load_balanced: true, geo_distributed: null },
  confidence: 0.9,
  evidence: [
    { provider: 'Example DNS', role: 'dns', source: 'NS', value: 'ns1.example.net', confidence: 0.95 },
    { provider: hostile, role: 'hosting', source: 'PTR', value: hostile, confidence: 0.5 },
  ],
  scanned_at: at,
  findings: [],
  errors: [],
});

const bindings = (domain: string): AnswerOf<'GET /api/v2/svcb/analyze'> => ({
  domain,
  svcb_records: null,
  https_records: [binding(domain, 1, '.', true), binding(domain, 2, hostile, false)],
  supports_http3: true,
  supports_ech: false,
  alias_chain: null,
  security: 'insecure',
  scanned_at: at,
  findings: [
    {
      check: 'service_bindings',
      code: 'target_unresolved',
      status: 'warning',
      severity: 'medium',
      message: 'A target has no address.',
      rule: 'RFC 9460 section 3',
      advice: null,
      evidence: null,
    },
  ],
  errors: [],
});

function binding(owner: string, priority: number, target: string, usable: boolean) {
  return {
    owner,
    priority,
    target,
    alpn: ['h3', 'h2'],
    no_default_alpn: false,
    port: priority === 2 ? 8_443 : null,
    ipv4hint: ['192.0.2.1'],
    ipv6hint: ['2001:db8::1'],
    ech: null,
    mandatory: [],
    dohpath: null,
    ohttp: false,
    other: [],
    usable,
    text: `${priority} ${target}`,
  };
}

const suppliers = (domain: string): AnswerOf<'GET /api/v2/intel/services'> => ({
  count: 2,
  services: [
    supplier(domain, 'Example Mail', 'mail_sender', `include:_spf.example.net ${'x'.repeat(120)}`, null),
    supplier(domain, hostile, 'verification', `service-verification=${hostile}`, at),
  ],
  limit: 100,
  offset: 0,
});

function supplier(
  domain: string,
  service: string,
  kind: 'mail_sender' | 'verification',
  record: string,
  gone: string | null,
) {
  const can = kind === 'mail_sender' ? (['send_mail'] as const) : [];
  return {
    ...{ domain, service, category: 'office_suite', kind, can: [...can], record, rule: null },
    ...{ first_seen: at, last_seen: at, gone_since: gone },
  };
}

const score = (domain: string): AnswerOf<'GET /api/v2/reputation/score'> => ({
  domain,
  score: 640,
  grade: 'C',
  ceiling: 1_000,
  components: {
    ...{ dns_config: 80, email_auth: 40, dnssec: null, ssl_tls: 90 },
    ...{ stability: 100, threat_intel: 100, diversity: 50, performance: 70 },
  },
  details: [
    {
      ...{ component: 'email_auth', weight: 200, percent: 40, contribution: 80, possible: 200 },
      reasons: [{ points: -60, message: 'There is no DMARC record.', rule: 'RFC 7489' }],
    },
    { component: 'dnssec', weight: 100, percent: null, contribution: 0, possible: 0, reasons: [] },
  ],
  recommendations: ['Publish a DMARC record with the policy quarantine.'],
});

const route: AnswerOf<'GET /api/ip/{ip}/bgp'> = {
  ip: '203.0.113.5',
  bgp: {
    prefix: '203.0.113.0/24',
    origin_asn: 64_500,
    origins: [64_500, 64_501],
    asn_name: hostile,
    asn_country: 'NL',
    is_announced: true,
    path: null,
    rpki_status: 'invalid',
    rpki_payloads: [{ prefix: '203.0.113.0/24', max_length: 24, asn: 64_510 }],
    as_path: null,
    covering_routes: [{ prefix: '203.0.112.0/22', origins: [64_502] }],
    origin_since: at,
  },
  origin_history: {
    known_since: '2026-10-01T00:00:00.000Z',
    compared_at: at,
    changes: [
      {
        seen_at: at,
        prefix: '203.0.113.0/24',
        old_origins: [],
        new_origins: [64_500, 64_501],
        source: 'ris',
      },
    ],
  },
  data_sources: ['ris'],
  would_fill: { 'bgp.asn_country': ['Delegations by the registries'] },
};

const system: AnswerOf<'GET /api/asn/{asn}'> = {
  asn: 64_500,
  name: hostile,
  description: null,
  country: 'NL',
  announced_prefixes: 1_204,
  prefixes: ['203.0.113.0/24', '2001:db8:1234::/48', '198.51.100.0/24'],
  data_sources: ['RIS routes of IPv4'],
  would_fill: {},
};

const signers = (domain: string): AnswerOf<'GET /api/v2/dnssec/multi-signer/analyze'> => ({
  domain,
  zone: domain,
  signed: true,
  model: 'model_2',
  consistent: false,
  signers: [
    {
      servers: [{ name: hostile, address: '192.0.2.1' }],
      zone_keys: [12_345],
      entry_keys: [54_321],
      keys: [{ key_tag: 12_345, algorithm: 13, flags: 256 }],
      denial: 'nsec3',
      name_servers: [hostile, `ns1.${domain}`],
      cds: [],
    },
  ],
  scanned_at: at,
  findings: [],
  errors: [],
});

const digest = (domain: string): AnswerOf<'GET /api/v2/dnssec/zonemd/validate'> => ({
  domain,
  zone: domain,
  published: ['1 1 1 0123456789abcdef'],
  security: 'secure',
  server: hostile,
  record_count: 12,
  verdict: {
    ...{ status: 'invalid', serial: 1, message: 'The digest is another.', rule: 'RFC 8976 section 4' },
    ...{ out_of_zone: 0, records: [] },
  },
  scanned_at: at,
  findings: [],
  errors: [],
});

/** Answers a browser's questions about infrastructure so: the collector of a test asks nobody, and has no dataset. */
export async function answerInfrastructure(context: BrowserContext): Promise<void> {
  const asked = (url: string) => new URL(url).searchParams.get('domain') ?? '';
  await context.route('**/api/v2/topology/domain/*', (to) =>
    to.fulfill({
      json: topology(decodeURIComponent(new URL(to.request().url()).pathname.split('/').at(-1)!)),
    }),
  );
  for (const [path, answer] of [
    ['fingerprint/domain', providers],
    ['svcb/analyze', bindings],
    ['intel/services', suppliers],
    ['reputation/score', score],
    ['dnssec/multi-signer/analyze', signers],
    ['dnssec/zonemd/validate', digest],
  ] as const)
    await context.route(`**/api/v2/${path}?**`, (to) =>
      to.fulfill({ json: answer(asked(to.request().url())) }),
    );
  await context.route('**/api/ip/*/bgp', (to) => to.fulfill({ json: route }));
  await context.route('**/api/asn/*', (to) => to.fulfill({ json: system }));
}
