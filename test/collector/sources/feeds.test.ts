import test from 'ava';
import { readFeed } from '../../../collector/domain/intelligence/threat-intel/feeds/read-feed.ts';
import { readIndicators } from '../../../collector/domain/intelligence/threat-intel/index/segment-reader.ts';
import { WarningList } from '../../../collector/domain/intelligence/threat-intel/warning/warning-list.ts';
import type { Feed } from '../../../collector/ports/threats/feed.ts';
import { feeds } from '../../../collector/sources/feeds/index.ts';
import { feedSamples } from '../../support/feeds/feed-samples.ts';

const nowSeconds = 1_790_000_000;
const warnings = new WarningList();

async function* chunks(text: string, size: number): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function read(feed: Feed, chunkBytes: number) {
  const sample = feedSamples[feed.id]!;
  const content = await readFeed(feed, chunks(sample.document, chunkBytes), {
    warnings,
    nowSeconds,
    more: async (path) => chunks(sample.files![`/${path}`]!, chunkBytes),
  });
  return { ...content, indicators: [...readIndicators(content.builder.build())] };
}

test('there are enough feeds, of every family, with distinct ids and no key needed', (t) => {
  t.true(feeds.length >= 28);
  t.is(new Set(feeds.map(({ id }) => id)).size, feeds.length);
  t.deepEqual([...new Set(feeds.map(({ format }) => format.family))].sort(), [
    'hosts',
    'json',
    'lines',
    'misp',
    'ndjson',
    'separated',
  ]);
  for (const feed of feeds) {
    t.true(URL.canParse(feed.url), feed.id);
    t.not(feed.licence, '', feed.id);
    t.false(feed.key?.required ?? false, feed.id);
    t.true(feed.everySeconds >= feed.leastSeconds, feed.id);
  }
});

for (const feed of feeds) {
  test(`${feed.id} reads its own format, however it is cut into chunks`, async (t) => {
    const sample = feedSamples[feed.id];
    t.truthy(sample, 'there is no sample');
    const whole = await read(feed, 1 << 20);
    t.is(whole.indicators.length, sample!.indicators);
    t.is(whole.indicators[0]?.name, sample!.first);
    t.is(whole.malformedRows, sample!.malformed ?? 0);
    for (const size of [1, 7]) t.deepEqual((await read(feed, size)).indicators, whole.indicators);
  });
}

test('the catalogue of exploited vulnerabilities keeps all fields', async (t) => {
  const { indicators } = await read(feeds.find(({ id }) => id === 'cisa-kev')!, 100);
  t.deepEqual(indicators[0]?.details, {
    vendorProject: 'Made-up',
    product: 'Thing, "Pro" [x]',
    vulnerabilityName: 'Made-up Thing Overflow',
    dateAdded: '2026-09-01',
    shortDescription: 'It overflows.',
    requiredAction: 'Update it.',
    dueDate: '2026-09-22',
    knownRansomwareCampaignUse: 'Known',
    notes: 'https://example.com',
    cwes: ['CWE-787'],
  });
});
