import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CzdsClient } from '../../../collector/domain/intelligence/zones/czds-client.ts';
import { ZoneFollower } from '../../../collector/domain/intelligence/zones/zone-follower.ts';
import type { ZoneState } from '../../../collector/ports/traffic/zones.ts';
import { createZoneSets } from '../../../collector/storage/files/zones/zone-sets.ts';
import { writeDurably } from '../../../shared/files/write-durably.ts';
import { createTestMeter } from '../meter.ts';
import { silentLog } from '../silent-log.ts';
import { localFetch } from '../transparency/followed.ts';

/** One look at zones in a process of its own, which somebody may kill. What it tells and knows lies in files of the root. */
const { url, root, now } = JSON.parse(process.env.FOLLOWER ?? '{}') as {
  url: string;
  root: string;
  now: number;
};
const statesPath = join(root, 'states');
const clock = { now: () => now };
const states = new Map<string, ZoneState>(
  existsSync(statesPath) ? (JSON.parse(readFileSync(statesPath, 'utf8')) as [string, ZoneState][]) : [],
);
const follower = new ZoneFollower({
  client: new CzdsClient({
    fetch: localFetch(),
    accountUrl: url,
    url,
    user: 'ada@example.com',
    password: async () => 'of the operator',
    clock,
  }),
  choice: 'all',
  sets: createZoneSets(join(root, 'zones'), { mostUnpacked: 50_000_000, mostNames: 500 }),
  zoneStates: {
    all: async () => [...states.values()],
    save: async (state) => {
      states.set(state.zone, state);
      await writeDurably(statesPath, [JSON.stringify([...states])]);
    },
    keepOnly: async () => undefined,
  },
  seenDomains: {
    note: async (_source, domains) =>
      appendFileSync(join(root, 'told'), domains.map(({ domain }) => `${domain}\n`).join('')),
  },
  leases: { take: async () => true, release: async () => undefined },
  collectorId: `child ${process.pid}`,
  clock,
  log: silentLog,
  meter: createTestMeter(),
});
await follower.follow(new AbortController().signal);
process.exit(0);
