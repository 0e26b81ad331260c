import { createHash } from 'node:crypto';
import test from 'ava';
import { migrations as ofClickHouse } from '../../../collector/storage/clickhouse/migrations/all.ts';
import { oneMachine } from '../../../collector/storage/clickhouse/migrations/topology.ts';
import { checksum } from '../../../collector/storage/postgres/migrate.ts';
import { migrations as ofPostgres } from '../../../collector/storage/postgres/migrations/index.ts';

/** What each version was released with: how many migrations, and the digest of what they say. */
const released = {
  '0.1.0': { clickhouse: [16, '58eba42f241923a7'], postgres: [17, 'bbc3d95562124d3b'] },
  '0.2.0': { clickhouse: [17, '935d7f32c37cc8c3'], postgres: [23, '369b6d239dd0c3ec'] },
  '0.3.0': { clickhouse: [21, 'c671ad495bd1165f'], postgres: [66, '650c4c1bc8e64740'] },
} as const;

const digest = (parts: readonly string[]): string =>
  createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 16);

for (const [version, { clickhouse, postgres }] of Object.entries(released)) {
  test(`stores of ${version} are led on from where they are`, (t) => {
    const statements = ofClickHouse
      .slice(0, clickhouse[0])
      .map((each) => `${each.number} ${each.name} ${each.statements(oneMachine).join(';\n')}`);
    t.is(digest(statements), clickhouse[1], 'a ClickHouse migration that was released has changed');
    const steps = ofPostgres.slice(0, postgres[0]).map(checksum);
    t.is(digest(steps), postgres[1], 'a PostgreSQL migration that was released has changed');
  });
}
