import { type ResolverModule, resolverModules } from '@sonde/shared/schemas/resolver-module.ts';
import { makeKey } from '../../../collector/domain/access/api-key.ts';
import { PasswordHasher } from '../../../collector/domain/accounts/password-hash.ts';
import { Tokens } from '../../../collector/domain/accounts/tokens.ts';
import { DetectionRules } from '../../../collector/domain/detection/detection-rules.ts';
import { DgaModel } from '../../../collector/domain/detection/dga/dga-model.ts';
import { IndicatorMatcher } from '../../../collector/domain/detection/indicator-matcher.ts';
import { PolicyWatch } from '../../../collector/domain/resolvers/policy-watch.ts';
import { registerResolver } from '../../../collector/domain/resolvers/register-resolver.ts';
import { FeedOverlaps } from '../../../collector/domain/threat-intel/value/feed-overlaps.ts';
import type { EndpointPorts } from '../../../collector/endpoints/index.ts';
import type { Account, Tier } from '../../../collector/ports/accounts/accounts.ts';
import type { AutonomousSystems } from '../../../collector/ports/networks/autonomous-systems.ts';
import { FetchError } from '../../../collector/ports/system/fetch.ts';
import type { StoredExclusion } from '../../../collector/ports/threats/exclusions.ts';
import type { Feed } from '../../../collector/ports/threats/feed.ts';
import type { FeedHit } from '../../../collector/ports/threats/feed-hits.ts';
import type { Channel } from '../../../collector/ports/threats/notifications.ts';
import type { Threat } from '../../../collector/ports/threats/threats.ts';
import { feeds } from '../../../collector/sources/feeds/index.ts';
import { systemRandom } from '../system-random.ts';
import { FakeAccounts } from './accounts/accounts.ts';
import { FakeApiKeys } from './accounts/api-keys.ts';
import { FakeAuditLog } from './accounts/audit-log.ts';
import { FakeCredentials } from './accounts/credentials.ts';
import { FakeLoginAttempts } from './accounts/login-attempts.ts';
import { FakeUsage } from './accounts/usage.ts';
import { FakeEventBus } from './event-bus.ts';
import { FakeAgents } from './fleet/agents.ts';
import { FakeBatchesAside } from './fleet/batches-aside.ts';
import { FakeIngest } from './fleet/ingest.ts';
import { FakeLedgers } from './fleet/ledgers.ts';
import { FakeLocations } from './fleet/locations.ts';
import { FakePolicyRules } from './resolvers/policy-rules.ts';
import { FakePolicySources } from './resolvers/policy-sources.ts';
import { FakeReconciler } from './resolvers/reconciler.ts';
import { FakeResolverReports } from './resolvers/resolver-reports.ts';
import { FakeResolvers } from './resolvers/resolvers.ts';
import { FakeRuleReplay } from './resolvers/rule-replay.ts';
import { FakeClientFingerprints } from './scans/client-fingerprints.ts';
import { FakeScans } from './scans/scans.ts';
import { FakeCanaries } from './threats/canaries.ts';
import { FakeDetectionTuning } from './threats/detection-tuning.ts';
import { FakeExclusions } from './threats/exclusions.ts';
import { FakeFeedStates } from './threats/feed-states.ts';
import { FakeIndicators } from './threats/indicators.ts';
import { FakeNotifications } from './threats/notifications.ts';
import { FakeThreats } from './threats/threats.ts';
import { FakePassiveDns } from './traffic/passive-dns.ts';
import { FakeQuerySearch } from './traffic/query-search.ts';
import { FakeTraffic } from './traffic/traffic.ts';

/** All that the endpoints ask for, in memory, and the ways to put people into it. */
export class FakeWorld {
  readonly accounts = new FakeAccounts();
  readonly apiKeys = new FakeApiKeys();
  readonly locations = new FakeLocations(this.apiKeys);
  readonly agents = new FakeAgents();
  readonly threats = new FakeThreats(this.locations);
  readonly traffic = new FakeTraffic();
  readonly ingest = new FakeIngest();
  readonly batchesAside = new FakeBatchesAside();
  readonly indicators = new FakeIndicators();
  readonly exclusions = new FakeExclusions();
  readonly canaries = new FakeCanaries();
  readonly tuning = new FakeDetectionTuning();
  readonly notifications = new FakeNotifications();
  readonly feedStates = new FakeFeedStates();
  /** Those that are switched on. */
  readonly enabledFeeds: Feed[] = [];
  readonly credentials = new FakeCredentials(this.accounts);
  readonly clientFingerprints = new FakeClientFingerprints();
  readonly attempts = new FakeLoginAttempts();
  readonly audit = new FakeAuditLog();
  readonly querySearch = new FakeQuerySearch();
  readonly passiveDns = new FakePassiveDns();
  readonly ledgers = new FakeLedgers();
  readonly usage = new FakeUsage();
  readonly resolvers = new FakeResolvers(this.apiKeys, this.locations);
  readonly policyRules = new FakePolicyRules();
  readonly policySources = new FakePolicySources();
  readonly policyWatch = new PolicyWatch(new FakeEventBus());
  readonly ruleReplay = new FakeRuleReplay();
  readonly reconciler = new FakeReconciler();
  readonly resolverReports = new FakeResolverReports(this.threats);
  readonly scans = new FakeScans(this.feedStates);
  readonly matcher = new IndicatorMatcher();
  readonly networks: AutonomousSystems = { find: () => undefined };
  readonly feedOverlaps = new FeedOverlaps(this.matcher, Date);
  readonly feedHits: FeedHit[] = [];
  readonly detectionRules = new DetectionRules();
  readonly dgaModel = new DgaModel();
  /** Threats that were told of. */
  readonly announced: Threat[] = [];
  /** As in production, but cheap. */
  readonly passwords = new PasswordHasher(systemRandom, { N: 2 ** 10, r: 8, p: 1 });
  readonly tokens = new Tokens({
    secret: systemRandom.bytes(32),
    clock: { now: Date.now },
    random: systemRandom,
  });

  get ports(): EndpointPorts {
    return {
      locations: this.locations,
      agents: this.agents,
      threats: this.threats,
      traffic: this.traffic,
      ingest: this.ingest,
      batchesAside: this.batchesAside,
      indicators: this.indicators,
      exclusions: this.exclusions,
      canaries: this.canaries,
      tuning: this.tuning,
      notificationChannels: this.notifications,
      notificationQueue: this.notifications,
      notificationFetch: async () => {
        throw new FetchError('refused', 'There is no network here.');
      },
      mailRecipients: ['@example.com'],
      feedOverlaps: this.feedOverlaps,
      feedHits: { since: async () => this.feedHits },
      feedStates: this.feedStates,
      feeds,
      enabledFeeds: this.enabledFeeds,
      accounts: this.accounts,
      accountAdministration: this.accounts,
      apiKeys: this.apiKeys,
      credentials: this.credentials,
      attempts: this.attempts,
      passwords: this.passwords,
      tokens: this.tokens,
      audit: this.audit,
      querySearch: this.querySearch,
      passiveDns: this.passiveDns,
      domainSightings: this.passiveDns,
      ledgers: this.ledgers,
      usage: this.usage,
      clientFingerprints: this.clientFingerprints,
      resolvers: this.resolvers,
      policyRules: this.policyRules,
      policySources: this.policySources,
      policyWatch: this.policyWatch,
      ruleReplay: this.ruleReplay,
      reconciler: this.reconciler,
      resolverReports: this.resolverReports,
      ...this.scans.ports,
      matcher: this.matcher,
      networks: this.networks,
      detectionRules: this.detectionRules,
      dgaModel: this.dgaModel,
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
    const kind = account.administrator ? 'admin' : 'account';
    const { key, prefix, hash } = makeKey(kind, systemRandom);
    await this.apiKeys.create({ accountId: account.id, scope: { kind }, prefix, hash, label: 'test' });
    return { account, key };
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

  /** A key of an account that nobody holds; its id. */
  async addSpareKey(accountId: number): Promise<number> {
    const { prefix, hash } = makeKey('account', systemRandom);
    const scope = { kind: 'account' as const };
    return (await this.apiKeys.create({ accountId, scope, prefix, hash, label: 'spare' })).id;
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
    const more = { locationId: null, note: null, secret: 'whsec_c2VjcmV0' };
    const added = await this.notifications.add(accountId, { ...channel, ...more }, 10);
    if (added === undefined) throw new Error('there are too many channels');
    return added;
  }

  /** An account that one can log in to. */
  async addLogin({ email, password }: { email: string; password: string }): Promise<void> {
    const passwordHash = await this.passwords.hash(password);
    await this.credentials.register({ email, firstName: 'Ada', lastName: null, passwordHash });
  }
}
