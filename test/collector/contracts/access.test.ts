import { randomUUID } from 'node:crypto';
import { type ResolverModule, resolverModules } from '@sonde/shared/schemas/resolver-module.ts';
import test, { type ExecutionContext } from 'ava';
import { gatherThreats } from '../../../collector/domain/detection/cases/gather-threats.ts';
import type { AccessLevel } from '../../../collector/domain/people/access/access-level.ts';
import { makeSecretToken } from '../../../collector/domain/people/sessions/secret-token.ts';
import { endpoints } from '../../../collector/endpoints/index.ts';
import type { Endpoint } from '../../../collector/http/define-endpoint.ts';
import {
  type Credential,
  call,
  goodQuery,
  login,
  type Subject,
} from '../../support/contracts/operation-requests.ts';
import { turnOf } from '../../support/contracts/test-turns.ts';
import { addWalkSignIn } from '../../support/contracts/walk-sign-in.ts';
import { addEnrolledAgent, addEnrolmentToken, giveCertificates } from '../../support/fakes/fleet/enrol.ts';
import { addSighting } from '../../support/fakes/threats/sightings.ts';
import { FakeWorld } from '../../support/fakes/world.ts';
import { type Answer, startTestApi, type TestApi } from '../../support/http/http.ts';
import { systemRandom } from '../../support/system-random.ts';

const kinds = [
  'free',
  'paid',
  'enterprise',
  'administrator',
  'session',
  'location',
  'resolver',
  'provisioning',
] as const;
type Kind = (typeof kinds)[number];

/** Who passes each level; everyone else with a good credential is answered with 403. */
const passes: Readonly<Record<AccessLevel, readonly Kind[]>> = {
  public: kinds,
  authenticated: ['free', 'paid', 'enterprise', 'administrator', 'session'],
  premium: ['paid', 'enterprise', 'administrator'],
  enterprise: ['enterprise', 'administrator'],
  session: ['session'],
  location: ['location'],
  resolver: ['resolver'],
  account_or_resolver: ['free', 'paid', 'enterprise', 'administrator', 'session', 'resolver'],
  provisioning: ['provisioning'],
  admin: ['administrator'],
};

/** A world in which each kind of caller owns a location with a threat. */
async function populate(
  t: ExecutionContext,
  module: ResolverModule = 'analytics',
): Promise<{
  api: TestApi;
  callers: Record<Kind, { key: Credential; subject: Subject; cookie?: string }>;
}> {
  await turnOf(t);
  const world = new FakeWorld();
  await giveCertificates(t, world);
  const api = await startTestApi(t, { world });
  const certificateLogId = world.transparency.addStopped();
  /** The token of a link for somebody who has no password yet. */
  const newLink = async (accountId: number): Promise<string> => {
    const { token, hash } = makeSecretToken(systemRandom);
    const newcomer = world.members.add(accountId, `${token.slice(0, 9)}@example.com`.toLowerCase(), 'viewer');
    const expiresAt = new Date(Date.now() + 60_000);
    await world.members.setupLinks.create({ personId: newcomer.id, hash, expiresAt });
    return token;
  };
  /** What somebody signs in with: the owner who has that session, or else a newcomer. */
  const newSignIn = async (accountId: number, sessionId = 0) => {
    const newcomer =
      sessionId === 0 ? world.members.add(accountId, `${randomUUID()}@example.com`, 'viewer') : null;
    const member = (await world.credentials.findMember(accountId, newcomer?.id ?? null))!;
    return addWalkSignIn(world, member, sessionId);
  };
  const newEnrolment = async (accountId: number, locationId: number) => {
    const { id: tokenId, token } = await addEnrolmentToken(world, { accountId, locationId });
    return { tokenId, token, agentId: (await addEnrolledAgent(world, { accountId, locationId })).id };
  };
  const account = async (name: string, options: Parameters<typeof world.addAccount>[1]) => {
    const { account: owner, key } = await world.addAccount(`${name}@example.com`, options);
    const location = await world.addLocation(owner.id, name);
    const threat = await addSighting(world.threats, location.id);
    const gathered = await world.cases.gather(gatherThreats);
    await world.indicators.replaceSource('local', []);
    const rule = await world.policyRules.create({
      accountId: owner.id,
      resolverId: null,
      content: { match: { kind: 'name', name: 'bad.example' }, action: { kind: 'allow' }, priority: 0 },
      note: null,
    });
    const bulkJobId = await world.scans.addBulkJob(owner.id);
    const rangeJobId = await world.addresses.addRangeJob(owner.id);
    await world.agents.settings.addFirst(owner.id);
    const reportId = await world.addReport(owner.id);
    const scheduleId = await world.addSchedule(owner.id);
    await world.accountExports.add(owner.id);
    const source = await world.policySources.create({
      accountId: owner.id,
      resolverId: null,
      sources: ['local'],
      minConfidence: 0,
      minSeverity: 'medium',
      action: { kind: 'block', answer: 'nxdomain' },
    });
    const resolver = await world.addResolver(owner.id, name);
    const spareKeyId = await world.addSpareKey(owner.id);
    const channel = await world.addChannel(owner.id);
    await world.addSink('spare');
    const exclusion = await world.addExclusion(owner.id);
    const sigmaRule = await world.sigmaRules.addSample(owner.id);
    const member = (await world.credentials.findMember(owner.id, null))!;
    await world.credentials.setPassword(member.person.id, await world.passwords.hash(login.password));
    const session = await world.addSession(owner.id);
    const signedIn = await world.addSession(owner.id);
    return {
      key,
      cookie: signedIn.cookie,
      owner,
      location,
      member,
      subject: {
        sessionId: session.id,
        memberId: world.members.add(owner.id, `${name}-spare@example.com`, 'viewer').id,
        setupToken: await newLink(owner.id),
        signIn: await newSignIn(owner.id, signedIn.id),
        locationId: location.id,
        enrolment: await newEnrolment(owner.id, location.id),
        threatId: threat.id,
        caseId: gathered.changed[0]!.case.id,
        source: 'local',
        accountId: owner.id,
        spareKeyId,
        certificateLogId,
        ruleId: rule.id,
        policySourceId: source.id,
        resolverId: resolver.id,
        exclusionId: exclusion.id,
        sigmaRuleId: sigmaRule.id,
        bulkJobId,
        rangeJobId,
        reportId,
        scheduleId,
        channelId: channel.id,
        viewId: await world.addView(owner.id),
        mailReport: await world.addMailReport(owner.id),
      },
    };
  };
  await world.addLogin(login);
  await world.switchSourcesOn();
  await world.scans.addScan('example.com');
  await world.scans.addWebsite('example.com');
  const free = await account('free', { tier: 'free' });
  // Of a location of its own, which no operation of the walk removes.
  const senders = await world.addLocation(free.owner.id, 'sender');
  const sender = await addEnrolledAgent(world, { accountId: free.owner.id, locationId: senders.id });
  // Of the same account, but for what is good once.
  const besides = async (subject: Subject) => ({
    ...subject,
    setupToken: await newLink(subject.accountId),
    enrolment: await newEnrolment(subject.accountId, subject.locationId),
    mailReport: await world.addMailReport(subject.accountId),
    signIn: await newSignIn(subject.accountId),
  });
  const browser = await account('browser', { tier: 'free' });
  return {
    api,
    callers: {
      free,
      paid: await account('paid', { tier: 'essentials' }),
      enterprise: await account('enterprise', { tier: 'enterprise' }),
      administrator: await account('administrator', { tier: 'free', administrator: true }),
      session: { key: { cookie: browser.cookie }, cookie: browser.cookie, subject: browser.subject },
      location: { key: sender.key, subject: await besides(free.subject) },
      resolver: {
        key: await world.addResolverKey(free.owner.id, module),
        subject: await besides(free.subject),
      },
      provisioning: {
        key: await world.addProvisioningKey(free.owner.id),
        subject: await besides(free.subject),
      },
    },
  };
}

function isFailure(
  t: ExecutionContext,
  answer: Answer,
  status: number,
  codes: readonly string[],
  what: string,
): void {
  t.is(answer.status, status, `${what}: ${answer.text}`);
  t.true(codes.includes(String(answer.body.code)), `${what}: ${answer.text}`);
  t.is(typeof answer.body.error, 'string', what);
  t.is(answer.body.request_id, answer.headers.get('x-request-id'), what);
}

for (const endpoint of endpoints as readonly Endpoint<never>[]) {
  const what = `${endpoint.method} ${endpoint.path}`;

  test(`${what} takes the callers of its level and no others`, async (t) => {
    const { api, callers } = await populate(t, endpoint.module);
    for (const kind of kinds) {
      const { key, subject } = callers[kind];
      const answer = await call(api, endpoint, subject, { key });
      if (passes[endpoint.access].includes(kind)) {
        t.is(answer.status, endpoint.status ?? 200, `${kind}: ${answer.text}`);
      } else {
        isFailure(t, answer, 403, ['scope_insufficient', 'tier_insufficient', 'session_required'], kind);
      }
    }
  });

  test(`${what} tells callers without a credential, or with a wrong one, from those with a good one`, async (t) => {
    const { api, callers } = await populate(t);
    const { subject } = callers.free;
    if (endpoint.access !== 'public') {
      const anonymous = await call(api, endpoint, subject);
      isFailure(t, anonymous, 401, ['credential_required'], 'anonymous');
      t.truthy(anonymous.headers.get('www-authenticate'));
    }
    for (const key of [
      'x',
      'sonde_key_0123456789012345678901234567890123456789',
      'a'.repeat(500),
      '{"$ne":null}',
    ]) {
      isFailure(t, await call(api, endpoint, subject, { key }), 401, ['invalid_credential'], key);
    }
  });

  // A domain is nobody's object: everybody may ask what his own locations saw of it. Nor is a list of indicators, which
  // detection compares everybody's traffic with.
  const namesAnObject = /\{(id|job_id|range_job_id|report_id|schedule_id)\}/.test(endpoint.path);
  if (namesAnObject && endpoint.access !== 'admin') {
    test(`${what} knows nothing of another account's objects`, async (t) => {
      const { api, callers } = await populate(t);
      /** A session's own operations take no key. */
      const credentialOf = ({ key, cookie }: { key: Credential; cookie?: string }) =>
        endpoint.access === 'session' ? { cookie: cookie! } : key;
      const key = credentialOf(callers.enterprise);
      isFailure(
        t,
        await call(api, endpoint, callers.free.subject, { key }),
        404,
        ['not_found'],
        'another account',
      );
      const nobodys = {
        locationId: 999_999,
        enrolment: { tokenId: 999_999, token: 'nobodys', agentId: 999_999 },
        threatId: 999_999,
        caseId: 999_999,
        source: 'nobodys',
        accountId: 999_999,
        spareKeyId: 999_999,
        certificateLogId: 'cd'.repeat(32),
        ruleId: 999_999,
        policySourceId: 999_999,
        resolverId: 999_999,
        exclusionId: 999_999,
        sigmaRuleId: 999_999,
        bulkJobId: randomUUID(),
        rangeJobId: randomUUID(),
        reportId: randomUUID(),
        scheduleId: randomUUID(),
        channelId: 999_999,
        viewId: 999_999,
        mailReport: { id: 999_999, token: randomUUID() },
        sessionId: 999_999,
        memberId: 999_999,
        setupToken: 'nobodys',
        signIn: { ...callers.free.subject.signIn, passkeyId: 999_999, linkId: 999_999 },
      };
      const unknown = await call(api, endpoint, nobodys, { key });
      isFailure(t, unknown, 404, ['not_found'], 'nobody');
      const untouched = await call(api, endpoint, callers.free.subject, { key: credentialOf(callers.free) });
      t.is(untouched.status, endpoint.status ?? 200, untouched.text);
    });
  }

  if (endpoint.query !== undefined && 'location_id' in ((endpoint.query as { shape?: object }).shape ?? {})) {
    test(`${what} does not filter by another account's location`, async (t) => {
      const { api, callers } = await populate(t);
      const own = goodQuery(endpoint);
      const query = `${own === '' ? '?' : `${own}&`}location_id=${callers.free.subject.locationId}`;
      const answer = await call(api, endpoint, callers.paid.subject, { key: callers.paid.key, query });
      isFailure(t, answer, 404, ['not_found'], 'another account');
    });
  }

  if (endpoint.module !== undefined) {
    test(`${what} takes no key of another module`, async (t) => {
      for (const module of resolverModules.filter((one) => one !== endpoint.module)) {
        const { api, callers } = await populate(t, module);
        const { key, subject } = callers.resolver;
        isFailure(t, await call(api, endpoint, subject, { key }), 403, ['scope_insufficient'], module);
      }
    });
  }

  const { body } = endpoint;
  if (body !== undefined) {
    test(`${what} refuses bodies that are malformed, of a wrong type or too large`, async (t) => {
      const { api, callers } = await populate(t, endpoint.module);
      const kind = passes[endpoint.access].at(-1)!;
      const { key, subject } = callers[kind];
      const odd = await call(api, endpoint, subject, { key, body: { type: 'image/png', text: 'x' } });
      isFailure(t, odd, 415, ['unsupported_media_type'], 'image');
      const maxBytes = 'contentTypes' in body ? body.maxBytes : 1024 * 1024;
      const type = 'contentTypes' in body ? body.contentTypes[0]! : 'application/json';
      const large = { type, text: `"${'a'.repeat(maxBytes)}"` };
      isFailure(
        t,
        await call(api, endpoint, subject, { key, body: large }),
        413,
        ['body_too_large'],
        'too large',
      );
      if ('contentTypes' in body) return;
      const broken = await call(api, endpoint, subject, {
        key,
        body: { type: 'application/json', text: '{"' },
      });
      isFailure(t, broken, 400, ['malformed_json'], 'broken');
      const wrong = await call(api, endpoint, subject, {
        key,
        body: { type: 'application/json', text: '[5]' },
      });
      isFailure(t, wrong, 400, ['invalid_input'], 'wrong type');
    });
  }
}

test('both headers carry a key; two that differ are refused', async (t) => {
  const { api, callers } = await populate(t);
  const path = '/api/v1/dns-monitoring/locations';
  const key = callers.free.key as string;
  t.is((await api.request(path, { headers: { 'x-api-key': key } })).status, 200);
  t.is((await api.request(path, { headers: { authorization: `bearer  ${key}` } })).status, 200);
  t.is(
    (await api.request(path, { headers: { 'x-api-key': key, authorization: `Bearer ${key}` } })).status,
    200,
  );
  const both = { 'x-api-key': key, authorization: `Bearer ${callers.paid.key}` };
  t.is((await api.request(path, { headers: both })).status, 401);
  t.is((await api.request(path, { headers: { authorization: `Basic ${key}` } })).status, 401);
});
