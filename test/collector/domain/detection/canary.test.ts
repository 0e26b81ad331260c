import type { Row } from '@sonde/shared/batch/row.ts';
import test from 'ava';
import { canaryPatterns, canaryQueries, pause } from '../../../../agent/canary/canary-queries.ts';
import { BatchRows } from '../../../../collector/domain/detection/batch-rows.ts';
import { CanaryWatch } from '../../../../collector/domain/detection/canary/canary-watch.ts';
import {
  createNameDetectors,
  createRowDetectors,
} from '../../../../collector/domain/detection/create-detectors.ts';
import {
  type DetectionRuleStores,
  DetectionRules,
} from '../../../../collector/domain/detection/detection-rules.ts';
import { DgaModel } from '../../../../collector/domain/detection/dga/dga-model.ts';
import { createTrafficDetector } from '../../../../collector/domain/detection/traffic-detector.ts';
import type { Sighting } from '../../../../collector/ports/threats/threats.ts';
import { storedBytes } from '../../../support/detection/stored.ts';
import { asked, inOrder, start } from '../../../support/detection/traffic.ts';
import { FakeCanaries } from '../../../support/fakes/threats/canaries.ts';
import { FakeDetectionTuning } from '../../../support/fakes/threats/detection-tuning.ts';

const model = new DgaModel();
const id = 'abcdefghijklmnop';
type Exclusions = DetectionRuleStores['exclusions'];
const nothing: Exclusions = { inForce: async () => [] };

const secondsAfterStart = (seconds: number) => new Date((start + seconds) * 1_000);

/** Examines rows of location 7 one batch after the other, each of an agent of its own, and says what is raised. */
async function examine(
  ids: readonly string[],
  batches: readonly (readonly Row[])[],
  { endsAt = secondsAfterStart(900), exclusions = nothing }: { endsAt?: Date; exclusions?: Exclusions } = {},
) {
  const canaries = new FakeCanaries();
  for (const id of ids)
    await canaries.add({ id, accountId: 1, locationId: 7, patterns: [], endsAt }, ids.length);
  const rules = new DetectionRules();
  await rules.refresh({ exclusions, canaries });
  const detector = createTrafficDetector(createRowDetectors({ model }), {
    settingsOf: rules.settingsOf,
    onFailure: (name, error) => {
      throw new Error(name, { cause: error });
    },
    canaries: new CanaryWatch(() => createNameDetectors({ model })),
  });
  return batches.flatMap((rows, n) => detector.examine(new BatchRows(storedBytes(rows, 7, n + 1))));
}

/** All patterns of a canary as a sensor sees them; `pace` is how much slower than meant. */
function allPatterns({ canary = id, at = 0, pace = 1 } = {}): Row[] {
  let now = at;
  return canaryPatterns.flatMap((pattern) =>
    canaryQueries(pattern, `sonde-canary-${canary}`).map(({ name, type }) => {
      now += (pause[pattern] / 1_000) * pace;
      return asked({ at: now, name, type, code: 'NXDOMAIN' });
    }),
  );
}

/** By one agent, or by all together where none is named. */
const raisedBy = (sightings: readonly Sighting[], canary = id, agentId?: number): unknown[] => {
  const types = sightings
    .filter(({ evidence }) => evidence?.canary === canary && evidence.agent_id === agentId)
    .filter(({ evidence }) => evidence?.raised_type !== undefined)
    .map(({ evidence }) => evidence?.raised_type);
  return [...new Set(types)].toSorted();
};

const all = ['dga', 'dns_tunnel', 'nxdomain_storm'];

test('a canary raises remarks alone, which say what it would have raised', async (t) => {
  const sightings = await examine([id], [allPatterns()]);
  t.true(sightings.every(({ type, severity }) => type === 'canary' && severity === 'info'));
  t.deepEqual(raisedBy(sightings), all);
  const seen = sightings.find(({ subject }) => subject === `${id} seen`);
  t.is(seen?.count, 40 + 16 + 260);
});

test('each pattern is caught in whichever second it begins, on a busy machine too', async (t) => {
  for (const pace of [1, 1.5])
    for (let at = 0; at < 60; at += 2)
      t.deepEqual(raisedBy(await examine([id], [allPatterns({ at, pace })])), all, `${at} s`);
});

test('canaries one after the other are each caught, and those at the same time', async (t) => {
  const ids = ['aaaaaaaaaaaaaaaa', 'bbbbbbbbbbbbbbbb', 'cccccccccccccccc', 'dddddddddddddddd'];
  const later = ids.map((canary, n) => allPatterns({ canary, at: n * 70 }));
  const together = inOrder(ids.flatMap((canary, n) => allPatterns({ canary, at: n })));
  for (const batches of [later, [together]]) {
    const sightings = await examine(ids, batches);
    for (const canary of ids) t.deepEqual(raisedBy(sightings, canary), all, canary);
  }
});

test('each agent is told apart, and all of a location together catch what none does alone', async (t) => {
  const rows = allPatterns();
  const halves = [0, 1].map((half) => rows.filter((_, n) => n % 2 === half));
  const sightings = await examine([id], halves);
  t.deepEqual(raisedBy(sightings), all);
  for (const agentId of [1, 2]) {
    t.false(raisedBy(sightings, id, agentId).includes('nxdomain_storm'));
    t.is(sightings.find(({ subject }) => subject === `${id} agent ${agentId} seen`)?.count, rows.length / 2);
  }
  t.deepEqual(raisedBy(await examine([id], [rows]), id, 1), all);
});

test('a canary counts by when its names were seen, not by when a sensor told of them', async (t) => {
  const types = async (endsAt: Date) =>
    new Set((await examine([id], [allPatterns()], { endsAt })).map(({ type }) => type));
  t.deepEqual(await types(secondsAfterStart(60)), new Set(['canary']));
  t.true((await types(secondsAfterStart(20))).has('nxdomain_storm'));
});

test('what is excluded would not have been raised, but was seen', async (t) => {
  const inForce = async () => [{ locationId: 7, name: null, client: '192.0.2.0/24' }];
  const sightings = await examine([id], [allPatterns()], { exclusions: { inForce } });
  t.deepEqual(
    sightings.map(({ subject }) => subject),
    [`${id} seen`, `${id} agent 1 seen`],
  );
});

test('names of a canary that nobody announced are taken in earnest', async (t) => {
  const types = new Set((await examine([], [allPatterns()])).map(({ type }) => type));
  t.deepEqual([...types].filter((type) => type !== 'dns_tunnel_slow').toSorted(), all);
});

test('what a location changes is in force there alone, and what makes no sense is left out', async (t) => {
  const tuning = new FakeDetectionTuning();
  await tuning.change(7, { dga: { flaggedDomains: 8 }, disabled: ['beaconing'], beacon: { score: 'high' } });
  const rules = new DetectionRules();
  await rules.refresh({ exclusions: nothing, tuning });
  const here = rules.settingsOf(7);
  t.like(here.dga, { windowSeconds: 600, recentDomains: 10, flaggedDomains: 8 });
  t.deepEqual(here.disabled, ['beaconing']);
  t.is(here.beacon, rules.settingsOf(8).beacon);
  t.is(rules.settingsOf(8).dga.flaggedDomains, 5);
  await rules.refresh({ exclusions: nothing, tuning });
  t.is(rules.settingsOf(7), here);
});
