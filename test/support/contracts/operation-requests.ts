import { randomUUID } from 'node:crypto';
import { identityObject } from '../../../collector/domain/intelligence/sharing/stix-objects.ts';
import { makeKey } from '../../../collector/domain/people/access/api-key.ts';
import type { Endpoint } from '../../../collector/http/define-endpoint.ts';
import { requestCertificate } from '../../../sensor/enrolment/certificate-request.ts';
import { sampleSigmaRule } from '../detection/sample-sigma-rule.ts';
import type { Answer, TestApi } from '../http/http.ts';
import { testInstallation } from '../http/test-installation.ts';
import { systemRandom } from '../system-random.ts';
import type { WalkSignIn } from './walk-sign-in.ts';

type AnyEndpoint = Endpoint<never>;

/** Requests that are right for their contract: what the walks over the table send. */
export interface Subject {
  /** Of the account that is walked: objects that exist. */
  readonly locationId: number;
  readonly enrolment: { readonly tokenId: number; readonly token: string; readonly agentId: number };
  readonly threatId: number;
  readonly caseId: number;
  readonly source: string;
  readonly exclusionId: number;
  readonly sigmaRuleId: number;
  readonly channelId: number;
  readonly viewId: number;
  readonly mailReport: { readonly id: number; readonly token: string };
  readonly accountId: number;
  /** A key that nobody uses. */
  readonly spareKeyId: number;
  /** Of a log that was stopped. */
  readonly certificateLogId: string;
  readonly ruleId: number;
  readonly policySourceId: number;
  readonly resolverId: number;
  readonly bulkJobId: string;
  readonly rangeJobId: string;
  readonly reportId: string;
  readonly scheduleId: string;
  readonly sessionId: number;
  /** Somebody whom nobody needs. */
  readonly memberId: number;
  /** Of a link that nobody has used. */
  readonly setupToken: string;
  readonly signIn: WalkSignIn;
}

/** A key or token; or the cookie of a session, as a page of the collector's own sends it. */
export type Credential = string | { readonly cookie: string };

export function credentialHeaders(credential: Credential | undefined): Record<string, string> {
  if (credential === undefined) return {};
  if (typeof credential === 'string') return { authorization: `Bearer ${credential}` };
  return { cookie: credential.cookie, 'sec-fetch-site': 'same-origin' };
}

/** The password of the account that the walk logs in to. */
export const login = { email: 'login@example.com', password: 'correct horse battery' };

let registrations = 0;

const schedule = () => ({ framework: 'internet.nl', domains: ['example.com'], every: 'daily' });

const rule = () => ({ match: { kind: 'domain', name: 'bad.example' }, action: { kind: 'block' } });

/** Bodies of operations that an empty object does not do for. */
const bodies: Readonly<Record<string, (subject: Subject) => object>> = {
  'POST /api/scan': () => ({ domain: 'example.com', force_refresh: true }),
  'POST /api/tech/scan': () => ({ url: 'example.com' }),
  'POST /api/quality/check': () => ({ url: 'example.com' }),
  'POST /api/v2/ede/decode': () => ({ code: 6 }),
  'POST /api/v2/audit/dnssec': () => ({ domain: 'example.com' }),
  'POST /api/v2/dnssec/zonemd/validate': () => ({
    zone_file: '@ 60 IN SOA ns. admin. 1 2 3 4 5',
    domain: 'example',
  }),
  'POST /api/validate/zone': () => ({ zone_file: '@ 60 IN SOA ns. admin. 1 2 3 4 5', domain: 'example' }),
  'POST /api/v2/range-jobs': () => ({ cidr: '1.2.3.0/24' }),
  'POST /api/v2/bulk/submit': () => ({ domains: ['example.com'] }),
  'POST /api/v1/dns-monitoring/locations': () => ({ location_name: 'Office' }),
  // Of whoever is signed in with a browser.
  'POST /api/v1/enrolment/tokens': ({ locationId }) => ({ location_id: locationId }),
  'POST /api/v1/enrolment/agents': ({ enrolment }) => ({
    token: enrolment.token,
    agent_id: randomUUID(),
    key: makeKey('location', systemRandom).key,
  }),
  'POST /api/v1/enrolment/certificate': () => ({
    certification_request: requestCertificate(randomUUID()).request,
  }),
  'POST /api/account/delete': () => ({ email: 'browser@example.com' }),
  'POST /api/account/members': () => ({ email: `member-${registrations++}@example.com`, role: 'viewer' }),
  'PUT /api/account/members/{id}': () => ({ role: 'analyst' }),
  'POST /api/auth/login': () => login,
  'POST /api/auth/session': () => login,
  'POST /api/auth/session/confirm': () => ({ password: login.password }),
  'POST /api/auth/setup/inspect': ({ setupToken }) => ({ token: setupToken }),
  'POST /api/auth/setup': ({ setupToken }) => ({ token: setupToken, password: login.password }),
  'POST /api/auth/session/second-factor': ({ signIn }) => signIn.secondStep('session'),
  'POST /api/auth/login/second-factor': ({ signIn }) => signIn.secondStep('token'),
  'POST /api/auth/totp/confirm': ({ signIn }) => signIn.offeredCode(),
  'POST /api/auth/totp/remove': () => ({ password: login.password }),
  'POST /api/auth/passkeys': ({ signIn }) => signIn.newPasskey(),
  'PUT /api/auth/passkeys/{id}': () => ({ name: 'the blue one' }),
  'POST /api/auth/session/passkey': ({ signIn }) => signIn.assertion('passkey_sign_in'),
  'POST /api/auth/session/confirm/passkey': ({ signIn }) => signIn.assertion('passkey_confirmation'),
  'PUT /api/v2/sso/config': ({ accountId }) => ({
    handle: `of-${accountId}`,
    name: 'Acme',
    issuer: 'https://id.example',
    client_id: 'sonde',
    secret: 'secret of the client',
  }),
  'POST /api/v2/scim/Users': () => ({ userName: `user-${registrations++}@example.com` }),
  'PUT /api/v2/scim/Users/{user_id}': () => ({ userName: `user-${registrations++}@example.com` }),
  'PATCH /api/v2/scim/Users/{user_id}': () => ({
    Operations: [{ op: 'replace', path: 'active', value: true }],
  }),
  'POST /api/auth/session/sso': ({ signIn }) => ({ provider: signIn.providerHandle }),
  'POST /api/auth/session/sso/finish': ({ signIn }) => signIn.journey('sign_in'),
  'POST /api/auth/session/confirm/sso/finish': ({ signIn }) => signIn.journey('confirm'),
  'POST /api/auth/sso/link': ({ signIn }) => ({ provider: signIn.providerHandle }),
  'POST /api/auth/sso/link/finish': ({ signIn }) => signIn.journey('link'),
  'POST /api/auth/register': () => ({ email: `new-${registrations++}@example.com`, password: 'long enough' }),
  'PUT /api/auth/password': () => ({ current_password: login.password, new_password: login.password }),
  'PUT /api/v1/datasets/{id}': () => ({ enabled: true }),
  'PUT /api/v1/threat-intel/feeds/{id}': () => ({ enabled: true }),
  'PUT /api/v1/threat-intel/feeds/{id}/key': () => ({ key: 'of-the-publisher' }),
  'POST /api/ip/{ip}/reports': () => ({ category: 9 }),
  'PUT /api/v1/dns-monitoring/threats/{id}/owner': () => ({ owner: 'ada@example.com' }),
  'POST /api/v1/dns-monitoring/threats/{id}/notes': () => ({ text: 'looked at' }),
  'POST /api/v1/dns-monitoring/threats/bulk': () => ({ action: 'resolve', ids: [1] }),
  'POST /api/v1/dns-monitoring/views': () => ({
    page: 'queries',
    name: 'failures',
    query: 'response_code=SERVFAIL',
  }),
  'POST /api/v1/notifications/reports': () => ({
    recipient: 'noc@example.com',
    every: 'day',
    hour: 7,
    time_zone: 'Europe/Vienna',
  }),
  'POST /api/v1/notifications/reports/confirm': ({ mailReport }) => ({ token: mailReport.token }),
  'POST /api/v1/notifications/reports/unsubscribe': ({ mailReport }) => ({ token: mailReport.token }),
  'PUT /api/v1/dns-monitoring/client-names': () => ({ names: [{ client_ip: '192.0.2.7', name: 'printer' }] }),
  'POST /api/v1/dns-monitoring/exclusions': () => ({ name: '*.example.com' }),
  'POST /api/v1/dns-monitoring/sigma-rules': () => ({ rules: sampleSigmaRule }),
  'PUT /api/v1/dns-monitoring/sigma-rules/{id}': () => ({ rules: sampleSigmaRule }),
  'POST /api/v1/dns-monitoring/sigma-rules/try': () => ({ rules: sampleSigmaRule }),
  'POST /api/v1/dns-monitoring/canaries': () => ({ patterns: ['dga'] }),
  'PUT /api/v1/dns-monitoring/locations/{id}/detection': () => ({ changes: { dga: { flaggedDomains: 6 } } }),
  'POST /api/v1/notifications/channels': () => ({ kind: 'webhook', target: 'https://hook.example/' }),
  'PUT /api/admin/accounts/{id}/tier': () => ({ tier: 'professional' }),
  'POST /api/admin/sinks': () => ({
    name: `sink-${registrations++}`,
    kind: 'http',
    config: { url: 'https://receiver.example' },
  }),
  'PUT /api/admin/sinks/{name}': () => ({ paused: true }),
  'POST /api/admin/spool/aside/retry': () => ({ batch_ids: [randomUUID()] }),
  'POST /api/admin/spool/aside/discard': () => ({ batch_ids: [randomUUID()] }),
  'POST /api/v1/unbound/register': () => ({
    resolver_name: 'ns1',
    location: 'Office',
    modules_enabled: ['policy'],
  }),
  'POST /v1/fingerprint/submit': () => ({
    source_ip: '192.0.2.7',
    fingerprints: { ja4: 't13d1516h2_8daaf6152771_b186095e22b6' },
  }),
  'POST /api/v2/training/courses/{course_id}/answers': () => ({
    lesson_id: 'find-the-tunnel',
    exercise_id: 'domain',
    answer: 'a',
  }),
  'POST /api/v2/compliance/generate-report': () => ({ framework: 'internet.nl', domains: ['example.com'] }),
  'POST /api/v2/compliance/schedules': schedule,
  'PUT /api/v2/compliance/schedules/{schedule_id}': schedule,
  'POST /api/v2/compliance/verify': () => ({
    document: { report_id: randomUUID() },
    integrity: { digest: '', signature: '' },
  }),
  'PUT /api/v1/dns-monitoring/agent-settings': () => ({
    entries: [{ settings: { sampling: '2' } }],
  }),
  'POST /api/v1/dns-monitoring/agent-settings/preview': () => ({ entries: [] }),
  'POST /api/v1/dns-monitoring/agent-settings/rollback': () => ({ version: 1 }),
  'POST /api/v1/unbound/policy/rules': rule,
  'PUT /api/v1/unbound/policy/rules/{id}': rule,
  'POST /api/v1/unbound/policy/rollback': () => ({ version: 2 }),
  'POST /api/v1/unbound/policy/preview': () => ({ match: { kind: 'domain', name: 'example.com' } }),
  'POST /api/v1/unbound/policy/sources': () => ({ sources: ['local'] }),
  'POST /api/v1/unbound/query': () => ({ query_name: 'www.example.com' }),
  'POST /api/v1/unbound/alerts': () => ({
    batch_id: randomUUID(),
    alerts: [
      {
        timestamp: new Date().toISOString(),
        query_name: 'www.bad.example',
        threat_type: 'malware',
        severity: 'high',
      },
    ],
  }),
  'POST /api/v1/unbound/analytics': () => ({
    batch_id: randomUUID(),
    statistics: [
      { period_start: new Date().toISOString(), period_end: new Date().toISOString(), queries: 3 },
    ],
  }),
};

/** The path with its placeholders filled. Throws for a placeholder that it doesn't know, so that new ones are added here. */
export function fillPath(endpoint: AnyEndpoint, subject: Subject): string {
  return endpoint.path.replaceAll(/\{([a-z_]+)\}/g, (_match, name: string) => {
    if (name === 'id' && endpoint.path.includes('/locations/')) return String(subject.locationId);
    if (name === 'id' && endpoint.path.includes('/enrolment/tokens/'))
      return String(subject.enrolment.tokenId);
    if (name === 'id' && endpoint.path.includes('/enrolment/agents/'))
      return String(subject.enrolment.agentId);
    if (name === 'id' && endpoint.path.includes('/cases/')) return String(subject.caseId);
    if (name === 'id' && endpoint.path.includes('/threats/')) return String(subject.threatId);
    if (name === 'id' && endpoint.path.includes('/accounts/')) return String(subject.accountId);
    if (name === 'id' && endpoint.path.includes('/api-keys/')) return String(subject.spareKeyId);
    if (name === 'id' && endpoint.path.includes('/rules/')) return String(subject.ruleId);
    if (name === 'id' && endpoint.path.includes('/policy/sources/')) return String(subject.policySourceId);
    if (name === 'id' && endpoint.path.includes('/resolvers/')) return String(subject.resolverId);
    if (name === 'id' && endpoint.path.includes('/exclusions/')) return String(subject.exclusionId);
    if (name === 'id' && endpoint.path.includes('/sigma-rules/')) return String(subject.sigmaRuleId);
    if (name === 'id' && endpoint.path.includes('/channels/')) return String(subject.channelId);
    if (name === 'id' && endpoint.path.includes('/views/')) return String(subject.viewId);
    if (name === 'id' && endpoint.path.includes('/notifications/reports/'))
      return String(subject.mailReport.id);
    if (name === 'id' && endpoint.path.includes('/members/')) return String(subject.memberId);
    if (name === 'id' && endpoint.path.includes('/certificate-logs/')) return subject.certificateLogId;
    if (name === 'id' && endpoint.path.includes('/datasets/')) return 'ris-ipv4';
    if (name === 'id' && endpoint.path.includes('/threat-intel/feeds/')) return 'urlhaus';
    if (name === 'id' && endpoint.path.includes('/passkeys/')) return String(subject.signIn.passkeyId);
    if (name === 'id' && endpoint.path.includes('/sessions/')) return String(subject.sessionId);
    if (name === 'id' && endpoint.path.includes('/sso/link/')) return String(subject.signIn.linkId);
    if (name === 'user_id') return String(subject.signIn.linkId);
    if (name === 'handle') return subject.signIn.providerHandle;
    if (name === 'name' && endpoint.path.includes('/sinks/')) return 'spare';
    if (name === 'report_id') return subject.reportId;
    if (name === 'schedule_id') return subject.scheduleId;
    if (name === 'course_id') return 'watching-a-network';
    if (name === 'capture_id') return 'tunnel';
    if (name === 'indicator') return 'bad.example';
    if (name === 'range_job_id') return subject.rangeJobId;
    if (name === 'job_id') return subject.bulkJobId;
    if (name === 'cve_id') return 'CVE-2021-44228';
    if (name === 'domain') return 'example.com';
    if (name === 'ip') return endpoint.path.endsWith('/reports') ? '1.2.3.4' : '192.0.2.1';
    if (name === 'email') return 'hostmaster@example.com';
    if (name === 'organization' || name === 'registrar') return 'Example';
    if (name === 'nameserver' || name === 'value') return 'ns1.example.com';
    if (name === 'kind') return 'nameserver';
    if (name === 'cidr') return '192.0.2.0%2F28';
    if (name === 'tech_name') return 'WordPress';
    if (name === 'asn') return 'AS64500';
    if (name === 'collection' || name === 'collection_id') return 'threats';
    if (name === 'object_id') return identityObject({ installationId: testInstallation }).id;
    if (name === 'file') return 'manifest.json';
    if (name === 'source') return subject.source;
    throw new Error(`the walk over the table has no value for {${name}} of ${endpoint.path}`);
  });
}

/** Parameters of operations that can't be called without any. */
const queries: Readonly<Record<string, string>> = {
  'GET /api/v2/passive-dns/query': '?domain=example.com',
  'GET /api/v2/dnssec/zonemd/validate': '?domain=example.com',
  'GET /api/v2/dnssec/multi-signer/analyze': '?domain=example.com',
  'GET /api/v2/reputation/score': '?domain=example.com',
  'GET /api/v2/fingerprint/domain': '?domain=example.com',
  'GET /api/v2/fingerprint/resolver': '?resolver=192.0.2.53',
  'GET /api/v2/experimental/doq/test': '?domain=example.com',
  'GET /api/v2/svcb/analyze': '?domain=example.com',
  'GET /api/v2/web3/ens/resolve': '?name=example.eth',
  'GET /api/v2/web3/registry/resolve': '?name=example.crypto',
  'GET /api/v2/web3/handshake/resolve': '?name=example',
  'GET /api/v2/web3/resolve': '?name=example.eth',
  'GET /api/v2/alternative/i2p/resolve': '?name=example.i2p',
  'GET /api/v2/web3/history': '?name=example.eth',
  'GET /api/v1/dns-monitoring/agent-settings/compare': '?from=1&to=1',
  'GET /api/v1/dns-monitoring/agent-settings/document': '?agent_id=sensor-7',
  'GET /api/search': '?q=example',
  'GET /api/v2/certificates/search': '?domain=example.com',
  'GET /api/tech/search': '?q=wordpress',
};

/** Parameters that the contract takes. */
export function goodQuery(endpoint: AnyEndpoint): string {
  return queries[`${endpoint.method} ${endpoint.path}`] ?? '';
}

/** A form with a file, as a browser sends it. */
const form = {
  type: 'multipart/form-data; boundary=walk',
  text: '--walk\r\nContent-Disposition: form-data; name="file"; filename="named.conf"\r\n\r\noptions { };\n\r\n--walk--\r\n',
};

/** A body that the contract takes. */
export function goodBody(
  endpoint: AnyEndpoint,
  subject: Subject,
): { type: string; text: string } | undefined {
  const { body } = endpoint;
  if (body === undefined) return undefined;
  if ('contentTypes' in body) {
    if (body.contentTypes.includes('application/x-www-form-urlencoded')) {
      return { type: 'application/x-www-form-urlencoded', text: `logout_token=${randomUUID()}` };
    }
    if (body.contentTypes.includes('multipart/form-data')) return form;
    return body.contentTypes.includes('text/plain')
      ? { type: 'text/plain', text: 'bad.example\n' }
      : { type: 'application/json', text: '{"queries":[]}' };
  }
  const candidate = bodies[`${endpoint.method} ${endpoint.path}`]?.(subject) ?? {};
  if (body.safeParse(candidate).success) return { type: 'application/json', text: JSON.stringify(candidate) };
  throw new Error(`the walk over the table has no body for ${endpoint.method} ${endpoint.path}`);
}

/** Calls an operation as it should be called, but for what `change` says. */
export function call(
  api: TestApi,
  endpoint: AnyEndpoint,
  subject: Subject,
  options: {
    key?: Credential | undefined;
    body?: { type: string; text: string } | undefined;
    query?: string;
  } = {},
): Promise<Answer> {
  const body = 'body' in options ? options.body : goodBody(endpoint, subject);
  return api.request(`${fillPath(endpoint, subject)}${options.query ?? goodQuery(endpoint)}`, {
    method: endpoint.method,
    headers: {
      ...credentialHeaders(options.key),
      ...(body === undefined ? {} : { 'content-type': body.type }),
    },
    ...(body === undefined ? {} : { body: body.text }),
  });
}
