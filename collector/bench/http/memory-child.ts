import { systemClock as clock, systemRandom as random } from '@sonde/shared/system/system.ts';
import { Registry } from 'prom-client';
import { makeKey } from '../../domain/people/access/api-key.ts';
import { KeyAuthentication } from '../../domain/people/access/key-authentication.ts';
import { DailyQuota } from '../../domain/people/quota/daily-quota.ts';
import { listLocations } from '../../endpoints/dns-monitoring/list-locations.ts';
import { TrustedProxies } from '../../http/client-address.ts';
import { createApp } from '../../http/create-app.ts';
import { dailyCallQuota } from '../../http/limits/call-quota.ts';
import { RequestsOfCallers } from '../../http/limits/requests-of-callers.ts';
import { addressUrl } from '../../http/server/listen-address.ts';
import { serve } from '../../http/server/serve.ts';
import { RequestSessions } from '../../http/session/request-sessions.ts';
import { createLog } from '../../log/create-log.ts';
import { logDestination } from '../../log/log-destination.ts';
import { createPrometheusMeter } from '../../metrics/prometheus-meter.ts';
import type { Account } from '../../ports/accounts/accounts.ts';
import type { ApiKey } from '../../ports/accounts/api-keys.ts';
import { noBounds } from '../../ports/accounts/key-bounds.ts';
import type { Location } from '../../ports/ingest/locations.ts';
import { tellReady } from './server-process.ts';

// The whole path of a request but the store: what the framework around it costs.
const accountCount = 20;
const log = createLog('info', logDestination('/dev/null'));
const meter = createPrometheusMeter(new Registry());
const now = new Date();
const accounts = new Map<number, Account>();
const keys = new Map<string, ApiKey>();
const secrets: string[] = [];
for (let id = 1; id <= accountCount; id++) {
  const names = { email: `bench-${id}@example.com`, firstName: null, lastName: null };
  accounts.set(id, { id, ...names, tier: 'commercial', administrator: false, createdAt: now });
  const { key, prefix, hash } = makeKey('account', random);
  const scope = { kind: 'account' } as const;
  keys.set(hash.toString('hex'), {
    id,
    accountId: id,
    scope,
    prefix,
    label: 'bench',
    createdAt: now,
    lastUsedAt: null,
    role: 'owner',
    expiresAt: null,
    bounds: noBounds,
  });
  secrets.push(key);
}
const locations: Location[] = [1, 2, 3].map((id) => ({
  id,
  accountId: 1,
  name: `office ${id}`,
  description: 'where it is measured',
  retentionDays: null,
  createdAt: now,
  updatedAt: now,
}));

const totals = new Map<string, number>();
const usage = {
  add: async (_period: string, counts: ReadonlyMap<string, number>) => {
    for (const [subject, count] of counts) totals.set(subject, (totals.get(subject) ?? 0) + count);
    return new Map([...counts.keys()].map((subject) => [subject, totals.get(subject)!]));
  },
};
const quota = new DailyQuota({ usage, clock, meter, log });
setInterval(() => void quota.flush(), 1_000);
const authentication = new KeyAuthentication({
  apiKeys: {
    findByHash: async (hash) => keys.get(hash.toString('hex')),
    recordUse: async () => {},
    create: refuse,
    wasRevoked: async () => false,
    createWithin: refuse,
    revoke: refuse,
    list: refuse,
  },
  accounts: {
    find: async (id) => accounts.get(id),
    findByEmail: refuse,
    ensureAdministrator: refuse,
  },
  clock,
});
const app = createApp({
  endpoints: [listLocations],
  ports: { locations: { list: async () => ({ count: locations.length, locations }), find: refuse } },
  authenticate: authentication.authenticate,
  sessions: new RequestSessions({
    authenticate: async () => undefined,
    installationId: random.uuid(),
    trustedProxies: new TrustedProxies([]),
  }),
  quota: dailyCallQuota(quota, clock),
  underWay: new RequestsOfCallers(200),
  systemRoutes: [],
  random,
  log,
  meter,
  settings: {
    trustedProxies: [],
    corsOrigins: [],
    maxJsonBytes: 1024 * 1024,
    bodyBudgetBytes: 16 * 1024 * 1024,
    timeLimit: 30_000,
    maxInFlight: 1_000,
  },
});
const serving = await serve(app, [{ kind: 'tcp', host: '127.0.0.1', port: 0 }], random);
tellReady({ url: addressUrl(serving.addresses[0]!), keys: secrets });

async function refuse(): Promise<never> {
  throw new Error('not part of the measurement');
}
