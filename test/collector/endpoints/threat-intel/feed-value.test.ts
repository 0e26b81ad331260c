import test from 'ava';
import { SegmentBuilder } from '../../../../collector/domain/intelligence/threat-intel/index/segment-builder.ts';
import type { Indicator } from '../../../../collector/ports/threats/indicators.ts';
import { startTestApi } from '../../../support/http/http.ts';

function listOf(
  source: string,
  names: readonly string[],
  times: Pick<Indicator, 'firstSeenAt' | 'lastSeenAt'> = {},
) {
  const builder = new SegmentBuilder(source);
  for (const name of names) {
    const indicator = { name, threatType: 'malware', severity: 'high', source, description: null } as const;
    builder.add({ ...indicator, ...times });
  }
  return builder.build();
}

test('a feed is worth what only it lists and finds', async (t) => {
  const api = await startTestApi(t);
  const { account, key } = await api.world.addAccount('ada@example.com');
  const tenDaysAgo = Math.floor(Date.now() / 1_000) - 10 * 86_400;
  await api.world.matcher.install(
    listOf('wide', ['a.example', 'b.example', 'c.example', '192.0.2.0/24'], { lastSeenAt: tenDaysAgo }),
  );
  await api.world.matcher.install(listOf('narrow', ['a.example', 'z.example']));
  const hit = (source: string, subject: string, queries: number) =>
    api.world.feedHits.push({ source, subject, queries, firstSeenAt: new Date(), listedAt: null });
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
    lead_over_hits_days: null,
    lead_over_feeds_days: null,
    dated_hits: 0,
    dated_overlaps: 0,
  });
  t.like(narrow, { id: 'narrow', hits: 0, unique_share: 0.5, median_age_days: null });
});

test('how early a feed lists what is hit, and what others list, is told where it is known', async (t) => {
  const api = await startTestApi(t);
  const { key } = await api.world.addAccount('ada@example.com');
  const now = Math.floor(Date.now() / 1_000);
  const daysAgo = (days: number) => ({ firstSeenAt: now - days * 86_400 });
  await api.world.matcher.install(listOf('early', ['a.example', 'b.example'], daysAgo(20)));
  await api.world.matcher.install(listOf('late', ['a.example', 'b.example', 'c.example'], daysAgo(6)));
  await api.world.matcher.install(listOf('last', ['a.example'], daysAgo(2)));
  await api.world.matcher.install(listOf('dateless', ['a.example', 'd.example']));
  const before = (days: number) => new Date((now - days * 86_400) * 1_000);
  const hit = (source: string, subject: string, days: number, listed: number | null) => {
    const listedAt = listed === null ? null : before(listed);
    api.world.feedHits.push({ source, subject, queries: 1, firstSeenAt: before(days), listedAt });
  };
  hit('early', 'a.example', 5, 20);
  hit('early', 'b.example', 4, 20);
  hit('early', 'gone.example', 4, null);
  hit('late', 'c.example', 7, 6);
  hit('dateless', 'a.example', 5, null);

  const { feeds } = (await api.get('/api/v1/threat-intel/feeds/value', key)).body as {
    feeds: Record<string, unknown>[];
  };
  const of = (id: string) => feeds.find((feed) => feed.id === id);
  t.like(of('early'), {
    lead_over_hits_days: 16,
    dated_hits: 2,
    lead_over_feeds_days: 14,
    dated_overlaps: 2,
  });
  t.like(of('late'), {
    lead_over_hits_days: -1,
    dated_hits: 1,
    lead_over_feeds_days: -14,
    dated_overlaps: 2,
  });
  t.like(of('last'), { lead_over_hits_days: null, dated_hits: 0, lead_over_feeds_days: -18 });
  t.like(of('dateless'), { lead_over_hits_days: null, lead_over_feeds_days: null, dated_overlaps: 0 });
});
