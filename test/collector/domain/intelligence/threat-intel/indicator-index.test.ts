import test from 'ava';
import fc from 'fast-check';
import { IndicatorMatcher } from '../../../../../collector/domain/detection/indicator-matcher.ts';
import { checkIndicator } from '../../../../../collector/domain/intelligence/threat-intel/check-indicator.ts';
import { SegmentBuilder } from '../../../../../collector/domain/intelligence/threat-intel/index/segment-builder.ts';
import { readIndicators } from '../../../../../collector/domain/intelligence/threat-intel/index/segment-reader.ts';
import { knownExploited } from '../../../../../collector/domain/intelligence/threat-intel/known-exploited.ts';
import type { Indicator } from '../../../../../collector/ports/threats/indicators.ts';
import { addressBytes } from '../../../../../shared/net/address.ts';

const listed = (name: string, change: Partial<Indicator> = {}): Indicator => ({
  name,
  threatType: 'malware',
  severity: 'high',
  source: 'list',
  description: null,
  ...change,
});

function segmentOf(source: string, indicators: readonly Indicator[], weight = 0.5) {
  const builder = new SegmentBuilder(source, weight);
  for (const indicator of indicators) builder.add({ ...indicator, source });
  return builder.build({ fetchedAt: 1_790_000_000_000, contentHash: 'ab'.repeat(32) });
}

async function matcherOf(...indicators: Indicator[]) {
  const matcher = new IndicatorMatcher();
  await matcher.install(segmentOf('list', indicators));
  return matcher;
}

const names = (matcher: IndicatorMatcher, text: string): string[] =>
  matcher.check(text, 0).map(({ indicator }) => indicator.name);

test('a segment gives back what was put in', (t) => {
  const indicators = [
    listed('bad.example', { row: 7, firstSeenAt: 1, lastSeenAt: 2, expiresAt: 3, exact: true }),
    listed('192.0.2.1', { description: 'a scanner' }),
    listed('192.0.2.0/24'),
    listed('2001:db8::/32'),
    listed('2001:db8::1'),
    listed('host.example/a?b=c', { severity: 'low' }),
    listed('ab'.repeat(20)),
    listed('CVE-2026-12345', { details: { vendorProject: 'Somebody' } }),
  ].map((indicator) => ({ ...indicator, source: 'list' }));
  t.deepEqual([...readIndicators(segmentOf('list', indicators))], indicators);
});

test('of thousands each is taken once', (t) => {
  const builder = new SegmentBuilder('list');
  const all = Array.from({ length: 20_000 }, (_, at) => listed(`host${at}.bad${at % 7}.example`));
  t.true(all.every((indicator) => builder.add(indicator)));
  t.false(all.some((indicator) => builder.add(indicator)));
  t.is(builder.build().count, all.length);
});

test('each name is found exactly where a naive search finds it', async (t) => {
  const label = fc.constantFrom('a', 'b', 'ab', 'a\\.b', 'b\\\\');
  const name = fc.array(label, { minLength: 1, maxLength: 5 }).map((labels) => labels.join('.'));
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(name, { maxLength: 30 }),
      fc.array(name, { maxLength: 30 }),
      async (bad, asked) => {
        const matcher = await matcherOf(...bad.map((text) => listed(text)));
        for (const query of asked) {
          const parents = query.split(/(?<=^|[^\\])((?:\\\\)*)\./);
          const labels: string[] = [];
          for (let at = 0; at < parents.length; at += 2) labels.push(parents[at]! + (parents[at + 1] ?? ''));
          const nearest = labels
            .map((_, at) => labels.slice(at).join('.'))
            .find((suffix) => bad.includes(suffix));
          t.is(matcher.match(query)?.name, nearest, `${query} among ${bad.join(' ')}`);
        }
      },
    ),
    { numRuns: 50 },
  );
});

test('the longest listed network wins, in both families', async (t) => {
  const matcher = await matcherOf(
    listed('45.0.0.0/8', { severity: 'low' }),
    listed('45.1.0.0/16'),
    listed('45.1.2.3', { severity: 'critical' }),
    listed('2a00:1::/32'),
    listed('2a00:1:2::/48', { severity: 'critical' }),
  );
  const found = (address: string) => {
    const entry = matcher.findAddress(addressBytes(address), 0);
    return entry === -1 ? undefined : matcher.hit(entry).indicator.name;
  };
  t.is(found('45.1.2.3'), '45.1.2.3');
  t.is(found('45.1.2.4'), '45.1.0.0/16');
  t.is(found('45.2.2.4'), '45.0.0.0/8');
  t.is(found('46.2.2.4'), undefined);
  t.is(found('2a00:1:2::5'), '2a00:1:2::/48');
  t.is(found('2a00:1:3::5'), '2a00:1::/32');
  t.is(found('2a00:2::5'), undefined);
  t.deepEqual(names(matcher, '45.1.2.3'), ['45.1.2.3', '45.1.0.0/16', '45.0.0.0/8']);
  t.deepEqual(names(matcher, '45.1.0.0/16'), ['45.1.0.0/16', '45.0.0.0/8']);
});

test('what expired, and what stands only for itself, is not a hit on others', async (t) => {
  const matcher = await matcherOf(
    listed('old.example', { expiresAt: 1_000 }),
    listed('host.example', { exact: true }),
  );
  const find = (name: string, at: number) => matcher.findName(Buffer.from(name), 0, name.length, at);
  t.not(find('old.example', 999), -1);
  t.is(find('old.example', 1_000), -1);
  t.not(find('host.example', 0), -1);
  t.is(find('www.host.example', 0), -1);
});

test('a source is replaced and removed without the others', async (t) => {
  const matcher = new IndicatorMatcher();
  await Promise.all([
    matcher.install(segmentOf('one', [listed('bad.example')])),
    matcher.install(segmentOf('two', [listed('bad.example'), listed('worse.example')], 0.9)),
  ]);
  t.deepEqual(
    matcher.check('bad.example', 0).map(({ indicator }) => indicator.source),
    ['two', 'one'],
  );
  await matcher.install(segmentOf('two', [listed('other.example')]));
  t.is(matcher.match('worse.example'), undefined);
  t.is(matcher.match('x.bad.example')?.source, 'one');
  await matcher.remove('one');
  t.is(matcher.match('bad.example'), undefined);
  t.is(matcher.size, 1);
});

test('one bad page is no hit on its host', async (t) => {
  const matcher = await matcherOf(listed('shared.example/~bad/x.exe'));
  t.is(matcher.match('shared.example'), undefined);
  t.deepEqual(names(matcher, 'shared.example/~bad/x.exe'), ['shared.example/~bad/x.exe']);
});

test('a verdict names the feeds, the worst of what they say, and when; the unknown is clean', async (t) => {
  const matcher = new IndicatorMatcher();
  await matcher.install(segmentOf('one', [listed('bad.example', { severity: 'low', firstSeenAt: 100 })]));
  await matcher.install(
    segmentOf('two', [
      listed('bad.example', { severity: 'critical', threatType: 'phishing', lastSeenAt: 900 }),
    ]),
  );
  await matcher.install(segmentOf('tor', [listed('45.0.0.1', { severity: 'info' })]));
  t.like(checkIndicator('WWW.bad[.]example', matcher, 5_000), {
    indicator: 'www.bad.example',
    isMalicious: true,
    feedsChecked: 3,
    severity: 'critical',
    threatType: 'phishing',
    feeds: ['one', 'two'],
    firstSeen: new Date(100_000),
    lastSeen: new Date(900_000),
  });
  t.like(checkIndicator('good.example', matcher, 5_000), { isMalicious: false, checkedAt: new Date(5_000) });
  t.like(checkIndicator('45.0.0.1', matcher, 5_000), { isMalicious: false });
  t.is(checkIndicator('no indicator at all', matcher, 0), undefined);
});

test('the catalogue answers for a CVE, and says when it is not there', async (t) => {
  const matcher = new IndicatorMatcher();
  t.is(knownExploited('CVE-2026-12345', matcher), 'not_loaded');
  t.is(knownExploited('12345', matcher), 'no_cve');
  const details = { vendorProject: 'Somebody', knownRansomwareCampaignUse: 'Known', cwes: ['CWE-1'] };
  await matcher.install(segmentOf('cisa-kev', [listed('CVE-2026-12345', { details })]));
  t.like(knownExploited('cve-2026-12345', matcher), {
    inKev: true,
    vendor: 'Somebody',
    knownRansomwareUse: true,
    cwes: ['CWE-1'],
  });
  t.like(knownExploited('CVE-2026-99999', matcher), { inKev: false, vendor: null });
});
