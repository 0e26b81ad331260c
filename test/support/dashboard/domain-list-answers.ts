import type { BrowserContext } from 'playwright-core';
import type { TrackedDomain } from '../../../client/api-types.generated.ts';
import type { AnswerOf } from '../../../client/operation-types.ts';

const at = '2026-11-20T10:00:00.000Z';
const hostile = `<img src=x onerror=alert(1)>\u202e${'a'.repeat(60)}.example`;

const tracked = (domain: string, isSound: boolean | null): TrackedDomain => ({
  ...{ domain, domain_name: domain, created_at: at, last_scanned: at, first_checked: at, last_checked: at },
  ...{ monitored: isSound === true, dmarc_enabled: isSound !== null, dnssec_enabled: isSound !== false },
  ...{ dnssec_valid: isSound, spf_valid: isSound, dkim_valid: null, dmarc_valid: isSound },
  ...{ dmarc_policy: isSound === true ? 'reject' : null, mta_sts_enabled: null, smtp_starttls_25: null },
  ...{ smtp_starttls_587: null, ssl_valid: isSound, ssl_expiry: isSound === null ? null : at },
  ...{ registrar_name: null, registration_date: null, expiration_date: isSound === true ? at : null },
});

const scanned: AnswerOf<'GET /api/domains'> = {
  count: 120,
  domains: [tracked('example.com', true), tracked('example.org', false), tracked(hostile, null)],
  limit: 50,
  offset: 0,
};

const fresh: AnswerOf<'GET /api/v2/feeds/new-domains'> = {
  ...{ source: 'zone', source_state: 'stale', days: 7, count: 2, limit: 200 },
  domains: [
    {
      ...{ domain: hostile, first_seen: at, last_seen: at, queries: 3, baseline: false },
      ...{ score: 85, reasons: ['homograph', 'cheap_suffix', 'of_another_kind'], registrar: null },
    },
    {
      ...{ domain: 'plain.example', first_seen: at, last_seen: at, queries: null, baseline: false },
      ...{ score: 0, reasons: [], registrar: null },
    },
  ],
};

const zones: AnswerOf<'GET /api/v2/feeds/zones'> = {
  count: 1,
  zones: [
    {
      ...{ zone: 'example', status: 'degraded', note: 'The registry gave less than half.', read_at: at },
      ...{ last_attempt_at: at, next_attempt_at: null, names: 1_204, new_names: null, failures: 2 },
      shrunk_since: at,
    },
  ],
};

const registrations: AnswerOf<'GET /api/v1/reverse-whois/registrar/{registrar}'> = {
  search_type: 'registrar',
  search_value: 'example registrar',
  domain_count: 2_000,
  domains: [
    {
      ...{ domain_name: hostile, registrar_name: hostile, registration_date: at, expiration_date: null },
      ...{ nameservers: null, entity_role: 'registrar', country_code: null, secure_dns_delegated: null },
      ...{ matched_on: 'rdap', seen_at: at, source: 'scan' },
    },
  ],
  next_cursor: null,
  registrar_info: { registrar_iana_id: 9_999, abuse_email: 'abuse@registrar.example' },
};

const suppliers: AnswerOf<'GET /api/v2/intel/services/top'> = {
  count: 2,
  services: [
    { service: hostile, category: 'office_suite', kind: 'verification', domains: 12 },
    { service: 'Example Mail', category: 'mail_delivery', kind: 'mail_sender', domains: 3 },
  ],
};

/** Answers a browser's questions about lists of domains so: the collector of a test has scanned none, and reads no zone. */
export async function answerDomainLists(context: BrowserContext): Promise<void> {
  for (const [path, json] of [
    ['domains?**', scanned],
    ['search?**', scanned],
    ['v2/feeds/new-domains?**', fresh],
    ['v2/feeds/zones', zones],
    ['v1/reverse-whois/*/*?**', registrations],
    ['v2/intel/services/top?**', suppliers],
  ] as const)
    await context.route(`**/api/${path}`, (route) => route.fulfill({ json }));
}
