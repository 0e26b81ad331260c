import test from 'ava';
import { SegmentBuilder } from '../../../../collector/domain/threat-intel/index/segment-builder.ts';
import { startTestApi } from '../../../support/http.ts';

function listOf(source: string, names: readonly string[], lastSeenAt?: number) {
  const builder = new SegmentBuilder(source);
  for (const name of names) {
    const indicator = { name, threatType: 'malware', severity: 'high', source, description: null } as const;
    builder.add(lastSeenAt === undefined ? indicator : { ...indicator, lastSeenAt });
  }
  return builder.build();
}

test('a feed is worth what only it lists and finds', async (t) => {
  const api = await startTestApi(t);
  const { account, key } = await api.world.addAccount('ada@example.com');
  const tenDaysAgo = Math.floor(Date.now() / 1_000) - 10 * 86_400;
  await api.world.matcher.install(
    listOf('wide', ['a.example', 'b.example', 'c.example', '192.0.2.0/24'], tenDaysAgo),
  );
  await api.world.matcher.install(listOf('narrow', ['a.example', 'z.example']));
  const hit = (source: string, subject: string, queries: number) =>
    api.world.feedHits.push({ source, subject, queries, firstSeenAt: new Date() });
  hit('wide', 'a.example', 5);
  hit('wide', 'b.example', 2);
  hit('removed list', 'x.example', 1);
  t.truthy(account);

  const { body, status } = await api.get('/api/v1/threat-intel/feeds/value', key);
  t.is(status, 200);
  t.is(body.count, 2);
  const [wide, narrow] = body.feeds as Record<string, unknown>[];
  t.like(wide, {
    id: 'wide',
    indicator_count: 4,
    hits: 2,
    unique_hits: 1,
    queries: 7,
    unique_share: 0.75,
    overlaps: [{ id: 'narrow', share: 0.25 }],
    median_age_days: 10,
    expired_share: 0,
    well_known: null,
    compared: 4,
  });
  t.like(narrow, { id: 'narrow', hits: 0, unique_share: 0.5, median_age_days: null });
});
