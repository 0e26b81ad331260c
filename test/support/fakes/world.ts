import { type ResolverModule, resolverModules } from '@sonde/shared/schemas/resolver-module.ts';
import { DetectionRules } from '../../../collector/domain/detection/detection-rules.ts';
import { DgaModel } from '../../../collector/domain/detection/dga/dga-model.ts';
import { IndicatorMatcher } from '../../../collector/domain/detection/indicator-matcher.ts';
import { HitTally } from '../../../collector/domain/detection/state/hit-tally.ts';
import { validateConfiguration } from '../../../collector/domain/intelligence/configurations/validate-configuration.ts';
import { switchDataset } from '../../../collector/domain/intelligence/networks/follow-datasets.ts';
import {
  changeFeed,
  setFeedKey,
} from '../../../collector/domain/intelligence/threat-intel/feeds/change-feed.ts';
import { FeedsInForce } from '../../../collector/domain/intelligence/threat-intel/feeds/feeds-in-force.ts';
import { FeedOverlaps } from '../../../collector/domain/intelligence/threat-intel/value/feed-overlaps.ts';
import { judgeZoneFile } from '../../../collector/domain/intelligence/zones/judge-zone-file.ts';
import { validateZoneFile } from '../../../collector/domain/intelligence/zones/validate-zone-file.ts';
import { makeKey } from '../../../collector/domain/people/access/api-key.ts';
import { SecretBox } from '../../../collector/domain/people/access/secret-box.ts';
import { PasswordHasher } from '../../../collector/domain/people/accounts/password-hash.ts';
import { Tokens } from '../../../collector/domain/people/accounts/tokens.ts';
import { Tickets } from '../../../collector/domain/people/second-factor/tickets.ts';
import { beginSession } from '../../../collector/domain/people/sessions/begin-session.ts';
import { PolicyWatch } from '../../../collector/domain/traffic/resolvers/policy-watch.ts';
import { registerResolver } from '../../../collector/domain/traffic/resolvers/register-resolver.ts';
import type { EndpointPorts } from '../../../collector/endpoints/index.ts';
import { cookieNames } from '../../../collector/http/session/session-cookie.ts';
import type { Account, Tier } from '../../../collector/ports/accounts/accounts.ts';
import type { AutonomousSystems } from '../../../collector/ports/networks/autonomous-systems.ts';
import type { ServiceIndex } from '../../../collector/ports/scans/service-index.ts';
import type { Mail } from '../../../collector/ports/system/mailer.ts';
import type { StoredExclusion } from '../../../collector/ports/threats/exclusions.ts';
import type { FeedHit } from '../../../collector/ports/threats/feed-hits.ts';
import type { Channel } from '../../../collector/ports/threats/notifications.ts';
import type { Threat } from '../../../collector/ports/threats/threats.ts';
import type { ZoneState } from '../../../collector/ports/traffic/zones.ts';
import { feeds } from '../../../collector/sources/feeds/index.ts';
import { FetchError } from '../../../scanner/ports/fetch.ts';
import { StoredTraffic } from '../engines/stored-traffic.ts';
import { testInstallation, testSite } from '../http/test-installation.ts';
import { silentLog } from '../silent-log.ts';
import { newSink } from '../sinks/new-sink.ts';
import { systemRandom } from '../system-random.ts';
import { FakeAccountExports } from './accounts/account-exports.ts';
import { FakeAccounts } from './accounts/accounts.ts';
import { FakeApiKeys } from './accounts/api-keys.ts';
import { FakeAuditLog } from './accounts/audit-log.ts';
import { FakeLoginAttempts } from './accounts/login-attempts.ts';
import { FakeMailReports } from './accounts/mail-reports.ts';
import { FakePeople } from './accounts/people.ts';
import { FakeSavedViews } from './accounts/saved-views.ts';
import { FakePasskeys, FakeSecondFactors, FakeUsedTickets } from './accounts/sign-in.ts';
import { FakeOpenId, FakeSingleSignOn } from './accounts/single-sign-on.ts';
import { FakeUsage } from './accounts/usage.ts';
import { FakeAddresses } from './addresses.ts';
import { FakeContents } from './content.ts';
import { FakeEventBus } from './event-bus.ts';
import { FakeAgents } from './fleet/agents.ts';
import { FakeBackups } from './fleet/backups.ts';
import { FakeBatchesAside } from './fleet/batches-aside.ts';
import { FakeClientNames } from './fleet/client-names.ts';
import { FakeCollectorCertificate, usualRetention, wellState } from './fleet/collector-state.ts';
import { FakeEnrolments } from './fleet/enrolments.ts';
import { FakeIngest } from './fleet/ingest.ts';
import { FakeLedgers } from './fleet/ledgers.ts';
import { FakeLocations } from './fleet/locations.ts';
import { FakeRegistrationIndex } from './registration-index.ts';
import { FakePolicyRules } from './resolvers/policy-rules.ts';
import { FakePolicySources } from './resolvers/policy-sources.ts';
import { FakeResolverReports } from './resolvers/resolver-reports.ts';
import { FakeResolvers } from './resolvers/resolvers.ts';
import { FakeClientFingerprints } from './scans/client-fingerprints.ts';
import { FakeScans } from './scans/scans.ts';
import { FakeServiceIndex } from './scans/service-index.ts';
import { FakeSinks } from './sinks.ts';
import { FakeCanaries } from './threats/canaries.ts';
import { FakeCases } from './threats/cases.ts';
import { FakeDetectionTuning } from './threats/detection-tuning.ts';
import { FakeExclusions } from './threats/exclusions.ts';
import { FakeFeedSettings } from './threats/feed-settings.ts';
import { FakeFeedStates } from './threats/feed-states.ts';
import { FakeIndicators } from './threats/indicators.ts';
import { FakeNotifications } from './threats/notifications.ts';
import { FakeSharing } from './threats/sharing.ts';
import { FakeSigmaRules } from './threats/sigma-rules.ts';
import { FakeThreats } from './threats/threats.ts';
import { FakeTransparency } from './transparency.ts';

/** Of this process: they share a store of traffic, in which their locations tell them apart. */
let worlds = 0;

/** All that the endpoints ask for, what people edit in memory, and the ways to put people into it. */
export class FakeWorld {
  readonly accounts = new FakeAccounts();
  readonly apiKeys = new FakeApiKeys();
  readonly locations = new FakeLocations(this.apiKeys, 10_000 * ++worlds);
  readonly agents = new FakeAgents();
  readonly enrolments = new FakeEnrolments(this.apiKeys, this.locations);
  readonly threats = new FakeThreats(this.locations, (id) => this.members.people.get(id)?.email);
  readonly cases = new FakeCases(this.threats, this.locations);
  clientCertificates: EndpointPorts['clientCertificates'] = undefined;
  readonly authentication = { forget: (_id: number): void => undefined };
  /** Stored queries alone are in the real store. */
  readonly stored = new StoredTraffic();
  readonly ingest = new FakeIngest();
  readonly batchesAside = new FakeBatchesAside();
  readonly clientNames = new FakeClientNames();
  readonly savedViews = new FakeSavedViews();
  readonly mailReports = new FakeMailReports();
  readonly accountExports = new FakeAccountExports();
  readonly collectorCertificate = new FakeCollectorCertificate();
  readonly mails: Mail[] = [];
  collectorState = wellState();
  readonly retentionPolicy = usualRetention();
  readonly indicators = new FakeIndicators();
  readonly exclusions = new FakeExclusions(this.locations);
  readonly canaries = new FakeCanaries();
  readonly sigmaRules = new FakeSigmaRules(this.locations);
  readonly transparency = new FakeTransparency();
  readonly zoneStates: ZoneState[] = [];
  readonly tuning = new FakeDetectionTuning();
  readonly sinks = new FakeSinks();
  readonly notifications = new FakeNotifications();
  readonly feedStates = new FakeFeedStates();
  readonly feedSettings = new FakeFeedSettings();
  /** Of which none is switched on by the settings. */
  readonly feedsInForce = new FeedsInForce(feeds, { choice: 'none', keys: {} });
  readonly members = new FakePeople(this.accounts);
  readonly credentials = this.members.credentials;
  readonly sessions = this.members.sessions;
  readonly secondFactors = new FakeSecondFactors();
  readonly passkeys = new FakePasskeys();
  readonly singleSignOn = new FakeSingleSignOn(this.members, this.accounts);
  readonly openId = new FakeOpenId();
  readonly usedTickets = new FakeUsedTickets();
  readonly tickets: Tickets;
  readonly clientFingerprints = new FakeClientFingerprints();
  readonly attempts = new FakeLoginAttempts();
  readonly audit = new FakeAuditLog();
  readonly ledgers = new FakeLedgers();
  readonly usage = new FakeUsage();
  readonly policyRules = new FakePolicyRules();
  readonly resolvers = new FakeResolvers(this.apiKeys, this.locations, this.policyRules);
  readonly policySources = new FakePolicySources();
  readonly policyWatch = new PolicyWatch(new FakeEventBus());
  readonly resolverReports = new FakeResolverReports(this.threats);
  readonly scans = new FakeScans(this.feedStates);
  readonly addresses = new FakeAddresses();
  readonly contents = new FakeContents();
  serviceIndex: ServiceIndex = new FakeServiceIndex();
  readonly registrationIndex = new FakeRegistrationIndex();
  readonly matcher = new IndicatorMatcher(this.feedsInForce.changeOf);
  readonly networks: AutonomousSystems = { find: () => undefined };
  readonly feedOverlaps = new FeedOverlaps(this.matcher, Date);
  readonly feedHits: FeedHit[] = [];
  readonly detectionRules = new DetectionRules();
  readonly hitTally = new HitTally();
  readonly dgaModel = new DgaModel();
  /** Threats that were told of. */
  readonly announced: Threat[] = [];
  /** As in production, but cheap. */
  readonly passwords = new PasswordHasher(systemRandom, {
    kind: 'argon2id',
    memory: 64,
    passes: 1,
    lanes: 1,
  });
  readonly tokens: Tokens;

  constructor() {
    const parts = { secret: systemRandom.bytes(32), clock: { now: Date.now }, random: systemRandom };
    this.tokens = new Tokens(parts);
    this.tickets = new Tickets({ ...parts, used: this.usedTickets });
  }

  get ports(): EndpointPorts {
    return {
      locations: this.locations,
      agents: this.agents,
      enrolments: this.enrolments,
      ...{ clientCertificates: this.clientCertificates, authentication: this.authentication },
      threats: this.threats,
      threatHandling: this.threats,
      cases: this.cases,
      ...this.stored.ports,
      ingest: this.ingest,
      batchesAside: this.batchesAside,
      backups: new FakeBackups(),
      collectorCertificate: this.collectorCertificate,
      clientNames: this.clientNames,
      savedViews: this.savedViews,
      accountExports: this.accountExports,
      mailReports: this.mailReports,
      sendMail: async (mail: Mail) => void this.mails.push(mail),
      collectorStatus: { read: () => this.collectorState },
      retentionPolicy: this.retentionPolicy,
      indicators: this.indicators,
      exclusions: this.exclusions,
      canaries: this.canaries,
      sigmaRules: this.sigmaRules,
      ...this.transparency.ports,
      zoneStates: { all: async () => this.zoneStates },
      tuning: this.tuning,
      siteProfiles: this.tuning.siteProfiles,
      sharing: new FakeSharing(this.threats, this.indicators),
      ...this.sinks.ports,
      notificationChannels: this.notifications,
      notificationQueue: this.notifications,
      notificationFetch: () => Promise.reject(new FetchError('refused', 'There is no network here.')),
      mailRecipients: ['@example.com'],
      feedOverlaps: this.feedOverlaps,
      feedHits: { since: async () => this.feedHits },
      feedStates: this.feedStates,
      feedSettings: this.feedSettings,
      feedsInForce: this.feedsInForce,
      secrets: new SecretBox(new Uint8Array(32), systemRandom),
      accounts: this.accounts,
      accountAdministration: this.accounts,
      apiKeys: this.apiKeys,
      credentials: this.credentials,
      sessions: this.sessions,
      setupLinks: this.members.setupLinks,
      members: this.members.store,
      attempts: this.attempts,
      passwords: this.passwords,
      tokens: this.tokens,
      tickets: this.tickets,
      secondFactors: this.secondFactors,
      passkeys: this.passkeys,
      singleSignOn: this.singleSignOn,
      provisionedUsers: this.singleSignOn.provisioned,
      openId: this.openId,
      usedTickets: this.usedTickets,
      installationId: testInstallation,
      publicUrl: testSite,
      audit: this.audit,
      ledgers: this.ledgers,
      usage: this.usage,
      clientFingerprints: this.clientFingerprints,
      resolvers: this.resolvers,
      policyRules: this.policyRules,
      policySources: this.policySources,
      policyWatch: this.policyWatch,
      ...this.agents.settings.ports,
      resolverReports: this.resolverReports,
      zoneFiles: {
        validate: (file) => validateZoneFile(file, Date),
        judge: async (file) => judgeZoneFile(file),
      },
      configurations: { validateConfiguration: async (upload) => validateConfiguration(upload) },
      ...this.scans.ports,
      ...this.addresses.ports,
      ...this.contents.ports,
      serviceIndex: {
        find: (question) => this.serviceIndex.find(question),
        providers: (limit) => this.serviceIndex.providers(limit),
      },
      registrationIndex: this.registrationIndex,
      publisher: { publish: (event) => void this.scans.published.push(event) },
      log: silentLog,
      matcher: this.matcher,
      networks: this.networks,
      detectionRules: this.detectionRules,
      dgaModel: this.dgaModel,
      hitTally: this.hitTally,
      onThreat: (threat) => void this.announced.push(threat),
      random: systemRandom,
      clock: Date,
    };
  }

  /** An account with a key to all of it. */
  async addAccount(
    email: string,
    options: { tier?: Tier; administrator?: boolean } = {},
  ): Promise<{ account: Account; key: string }> {
    const account = this.accounts.add({ email, tier: 'free', ...options });
    this.members.add(account.id, email, 'owner');
    const kind = account.administrator ? 'admin' : 'account';
    const { key, prefix, hash } = makeKey(kind, systemRandom);
    await this.apiKeys.create({ accountId: account.id, scope: { kind }, prefix, hash, label: 'test' });
    return { account, key };
  }

  async addView(accountId: number): Promise<number> {
    const view = { personId: null, page: 'queries', name: 'failures', query: '' } as const;
    return (await this.savedViews.save(accountId, view, 100))!.id;
  }

  async addMailReport(accountId: number) {
    const times = { every: 'day', weekday: 1, hour: 7, timeZone: 'UTC', locationId: null } as const;
    return (await this.mailReports.add(accountId, { ...times, recipient: 'noc@example.com' }, 100))!;
  }

  /** A session of a member, or of the account's owner, with the cookie that it is known by. */
  async addSession(
    accountId: number,
    personId: number | null = null,
  ): Promise<{ id: number; cookie: string }> {
    const member = (await this.credentials.findMember(accountId, personId))!;
    const { session, token } = await beginSession(
      member,
      { kind: 'anonymous', address: '192.0.2.1' },
      { address: '192.0.2.1', userAgent: null },
      { sessions: this.sessions, random: systemRandom, clock: Date },
    );
    return { id: session.id, cookie: `${cookieNames(testInstallation).plain}=${token}` };
  }

  /** A feed and a dataset that are on, the feed with a key. */
  async switchSourcesOn(): Promise<void> {
    const { ports } = this;
    const feed = this.feedsInForce.find('urlhaus')!;
    await changeFeed(feed, { enabled: true }, ports);
    await setFeedKey(feed, 'of-the-publisher', ports);
    await switchDataset('ris-ipv4', true, ports);
  }

  /** A location of an account, with its key. */
  async addLocation(accountId: number, name: string): Promise<{ id: number; key: string }> {
    const { key, prefix, hash } = makeKey('location', systemRandom);
    const location = await this.locations.create({ accountId, name, description: null }, { prefix, hash });
    return { id: location.id, key };
  }

  /** A resolver of an account, with a key for each module. */
  async addResolver(
    accountId: number,
    name = 'resolver',
  ): Promise<{ id: number; keys: Record<ResolverModule, string> }> {
    const { resolver, keys } = await registerResolver(
      { accountId, name, location: name, modules: resolverModules },
      { resolvers: this.resolvers, random: systemRandom },
    );
    return { id: resolver.id, keys: keys as Record<ResolverModule, string> };
  }

  /** A key of a resolver that belongs to an account. */
  async addResolverKey(accountId: number, module: ResolverModule = 'analytics'): Promise<string> {
    return (await this.addResolver(accountId)).keys[module];
  }

  /** A key by which a provider tells of an account's people. */
  async addProvisioningKey(accountId: number): Promise<string> {
    const { key, prefix, hash } = makeKey('provisioning', systemRandom);
    await this.apiKeys.create({ accountId, scope: { kind: 'provisioning' }, prefix, hash, label: 'scim' });
    return key;
  }

  /** A key of an account that nobody holds; its id. */
  async addSpareKey(accountId: number): Promise<number> {
    const { prefix, hash } = makeKey('account', systemRandom);
    const scope = { kind: 'account' as const };
    return (await this.apiKeys.create({ accountId, scope, prefix, hash, label: 'spare' })).id;
  }

  /** A report of an account that waits to be written. */
  async addReport(accountId: number): Promise<string> {
    const id = systemRandom.uuid();
    const report = { id, accountId, framework: 'internet.nl', title: 'x', domains: ['example.com'] };
    await this.contents.complianceReports.submit({ ...report, bulkJobId: null, scheduleId: null }, 1_000);
    return id;
  }

  /** A report that an account has written every day. */
  async addSchedule(accountId: number): Promise<string> {
    const id = systemRandom.uuid();
    const settings = { framework: 'internet.nl', title: 'x', domains: ['example.com'], scan: false };
    const times = { every: 'daily', hour: 6, weekday: 1, day: 1 } as const;
    const told = { emails: [], webhooks: [], onlyChanges: false, active: true };
    const schedule = { ...settings, ...times, ...told };
    await this.contents.complianceSchedules.add(accountId, id, schedule, new Date(), 1_000);
    return id;
  }

  /** Something that an account excludes from detection. */
  async addExclusion(accountId: number): Promise<StoredExclusion> {
    const exclusion = { locationId: null, name: 'example.com', client: null, note: null };
    const added = await this.exclusions.add(accountId, exclusion, 10);
    if (added === undefined) throw new Error('there are too many exclusions');
    return added;
  }

  /** Where an account wants to be told of threats. */
  async addChannel(accountId: number): Promise<Channel> {
    const channel = { kind: 'webhook', target: 'https://hook.example/', leastSeverity: 'low' } as const;
    const filters = { locationId: null, threatTypes: null, quietHours: null, digest: null };
    const more = { ...filters, tellsResolved: false, byCase: false, note: null, secret: 'whsec_c2VjcmV0' };
    const added = await this.notifications.add(accountId, { ...channel, ...more }, 10);
    if (added === undefined) throw new Error('there are too many channels');
    return added;
  }

  /** A receiver that is posted to. */
  addSink = async (name: string) => void (await this.sinks.add({ ...newSink(), name }, 10));

  /** An account that one can log in to. */
  async addLogin({ email, password }: { email: string; password: string }): Promise<void> {
    const passwordHash = await this.passwords.hash(password);
    await this.credentials.register({ email, firstName: 'Ada', lastName: null, passwordHash });
  }
}
