import test from 'ava';
import { ScanRecorder } from '../../../../../../collector/domain/intelligence/scan/run/scan-recorder.ts';
import type { DomainScan, ScannedParts } from '../../../../../../scanner/ports/domain-scan.ts';
import { FakeTrackedDomains } from '../../../../../support/fakes/scans/tracked-domains.ts';
import { createTestMeter } from '../../../../../support/meter.ts';
import { samplePart, sampleScan } from '../../../../../support/scans/sample-scan.ts';
import { silentLog } from '../../../../../support/silent-log.ts';
import { systemRandom } from '../../../../../support/system-random.ts';

function setUp(append: (scans: readonly DomainScan[], token: string) => Promise<void>) {
  const told: { domain: string; before: ScannedParts | undefined }[] = [];
  const meter = createTestMeter();
  const recorder = new ScanRecorder(
    {
      trackedDomains: new FakeTrackedDomains(),
      domainScans: { append },
      random: systemRandom,
      meter,
      log: silentLog,
      onRecorded: ({ domain }, before) => told.push({ domain, before }),
    },
    60,
  );
  return { recorder, told, meter };
}

test('scans that end together are stored together, and each is told of with what was before', async (t) => {
  const groups: number[] = [];
  const { recorder, told } = setUp(async (scans) => void groups.push(scans.length));
  const spf = samplePart();
  const record = (domain: string) => recorder.record(sampleScan({ domain, parts: { spf } }), 0);
  t.deepEqual(await Promise.all(['a.example', 'b.example', 'c.example'].map(record)), [true, true, true]);
  await record('a.example');
  t.deepEqual(groups, [1, 2, 1], 'what came while the first was written went together');
  t.deepEqual(told.at(-1), { domain: 'a.example', before: { spf } });
  t.is(told[0]?.before, undefined);
});

test('a history that fails for a moment is tried again by the same token', async (t) => {
  const tokens: string[] = [];
  const { recorder } = setUp(async (_scans, token) => {
    if (tokens.push(token) < 3) throw new Error('away');
  });
  t.true(await recorder.record(sampleScan({ domain: 'a.example' }), 0));
  t.is(tokens.length, 3);
  t.is(new Set(tokens).size, 1);
});

test('a scan that can not be stored is counted, and answered all the same', async (t) => {
  const { recorder, meter, told } = setUp(() => Promise.reject(new Error('away')));
  t.false(await recorder.record(sampleScan({ domain: 'a.example' }), 0));
  t.is(meter.counts.get('sonde_domain_scans_not_stored_total'), 1);
  t.is(told.length, 1, 'the latest state has it');
  await recorder.stop();
});
