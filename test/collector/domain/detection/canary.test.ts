import test from 'ava';
import { canaryQueries } from '../../../../agent/canary/canary-queries.ts';
import { BatchRows } from '../../../../collector/domain/detection/batch-rows.ts';
import { CanaryWatch } from '../../../../collector/domain/detection/canary/canary-watch.ts';
import { createRowDetectors } from '../../../../collector/domain/detection/create-detectors.ts';
import { DetectionRules } from '../../../../collector/domain/detection/detection-rules.ts';
import { createTrafficDetector } from '../../../../collector/domain/detection/traffic-detector.ts';
import { storedBytes } from '../../../support/detection/stored.ts';
import { asked } from '../../../support/detection/traffic.ts';
import { FakeCanaries } from '../../../support/fakes/canaries.ts';
import { FakeDetectionTuning } from '../../../support/fakes/detection-tuning.ts';

const id = 'abcdefghijklmnop';
const nothing = { inForce: async () => [] };

/** All patterns of a canary, as a sensor of location 7 sees them, and what is raised. */
async function examine(inForce: boolean) {
  const canaries = new FakeCanaries();
  if (inForce) {
    const canary = { id, accountId: 1, locationId: 7, patterns: [], endsAt: new Date() };
    await canaries.add(canary, 1);
  }
  const rules = new DetectionRules();
  await rules.refresh({ exclusions: nothing, canaries });
  const detector = createTrafficDetector(
    createRowDetectors(),
    rules.settingsOf,
    (name, error) => {
      throw new Error(name, { cause: error });
    },
    new CanaryWatch(() => createRowDetectors()),
  );
  const label = `sonde-canary-${id}`;
  const rows = [
    ...canaryQueries('tunnel', label).map(({ name }, n) =>
      asked({ at: n * 0.4, name, type: 'TXT', code: 'NXDOMAIN' }),
    ),
    ...canaryQueries('dga', label).map(({ name }, n) => asked({ at: 60 + n * 0.3, name, code: 'NXDOMAIN' })),
    ...canaryQueries('nxdomain', label).map(({ name }, n) =>
      asked({ at: 121 + n * 0.1, name, code: 'NXDOMAIN' }),
    ),
  ];
  return detector.examine(new BatchRows(storedBytes(rows)));
}

test('a canary raises remarks alone, which say what it would have raised', async (t) => {
  const sightings = await examine(true);
  t.true(sightings.every(({ type, severity }) => type === 'canary' && severity === 'info'));
  const raised = new Set(sightings.map(({ evidence }) => evidence?.raised_type));
  for (const type of ['dns_tunnel', 'dga', 'nxdomain_storm']) t.true(raised.has(type), type);
  const seen = sightings.find(({ subject }) => subject === `${id} seen`);
  t.is(seen?.count, 40 + 16 + 260);
});

test('names of a canary that nobody announced are taken in earnest', async (t) => {
  const types = new Set((await examine(false)).map(({ type }) => type));
  t.deepEqual([...types].filter((type) => type !== 'dns_tunnel_slow').toSorted(), [
    'dga',
    'dns_tunnel',
    'nxdomain_storm',
  ]);
});

test('what a location changes is in force there alone, and what makes no sense is left out', async (t) => {
  const tuning = new FakeDetectionTuning();
  await tuning.change(7, { dga: { flaggedDomains: 8 }, disabled: ['beaconing'], beacon: { score: 'high' } });
  const rules = new DetectionRules();
  await rules.refresh({ exclusions: nothing, tuning });
  const here = rules.settingsOf(7);
  t.deepEqual(here.dga, { windowSeconds: 600, recentDomains: 10, flaggedDomains: 8 });
  t.deepEqual(here.disabled, ['beaconing']);
  t.is(here.beacon, rules.settingsOf(8).beacon);
  t.is(rules.settingsOf(8).dga.flaggedDomains, 5);
  await rules.refresh({ exclusions: nothing, tuning });
  t.is(rules.settingsOf(7), here);
});
