import { describeKey, makeKey } from '../../../collector/domain/access/api-key.ts';
import type { EndpointPorts } from '../../../collector/endpoints/index.ts';
import type { Account, Tier } from '../../../collector/ports/accounts.ts';
import { systemRandom } from '../system-random.ts';
import { FakeAccounts } from './accounts.ts';
import { FakeAgents } from './agents.ts';
import { FakeApiKeys } from './api-keys.ts';
import { FakeIndicators } from './indicators.ts';
import { FakeIngest } from './ingest.ts';
import { FakeLocations } from './locations.ts';
import { FakeThreats } from './threats.ts';
import { FakeTraffic } from './traffic.ts';

/** All that the endpoints ask for, in memory, and the ways to put people into it. */
export class FakeWorld {
  readonly accounts = new FakeAccounts();
  readonly apiKeys = new FakeApiKeys();
  readonly locations = new FakeLocations(this.apiKeys);
  readonly agents = new FakeAgents();
  readonly threats = new FakeThreats(this.locations);
  readonly traffic = new FakeTraffic();
  readonly ingest = new FakeIngest();
  readonly indicators = new FakeIndicators();

  get ports(): EndpointPorts {
    return {
      locations: this.locations,
      agents: this.agents,
      threats: this.threats,
      traffic: this.traffic,
      ingest: this.ingest,
      indicators: this.indicators,
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

  /** A key of a resolver that belongs to an account. */
  async addResolverKey(accountId: number): Promise<string> {
    const { key, prefix, hash } = describeKey(makeKey('resolver', systemRandom).key);
    await this.apiKeys.create({
      accountId,
      scope: { kind: 'resolver', resolverId: 1, module: 'analytics' },
      prefix,
      hash,
      label: 'test',
    });
    return key;
  }
}
