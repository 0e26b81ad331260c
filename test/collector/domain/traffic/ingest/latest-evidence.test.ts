import test from 'ava';
import { withLatestEvidence } from '../../../../../collector/domain/traffic/ingest/latest-evidence.ts';
import { sightingAt } from '../../../../support/engines/postgres-samples.ts';

test('of each subject the latest sighting alone brings its evidence', (t) => {
  const early = new Date('2026-01-01T00:00:00Z');
  const late = new Date('2026-01-02T00:00:00Z');
  const batches = [
    {
      batchId: 'one',
      sightings: [
        sightingAt(1, { observedAt: late, evidence: { place: 1 }, technique: 'T1071.004' }),
        sightingAt(2, { observedAt: early, evidence: { place: 2 } }),
      ],
    },
    {
      batchId: 'two',
      sightings: [
        sightingAt(1, { observedAt: early, firstObservedAt: new Date(0), evidence: { place: 3 } }),
        sightingAt(2, { observedAt: early, evidence: { place: 4 } }),
        sightingAt(1, { observedAt: early, evidence: { place: 5 }, subject: 'other.example' }),
      ],
    },
  ];
  const kept = withLatestEvidence(batches);
  t.deepEqual(
    kept.map(({ sightings }) => sightings.map(({ evidence }) => evidence?.place)),
    [
      [1, undefined],
      [undefined, 4, 5],
    ],
  );
  for (const [index, { batchId, sightings }] of kept.entries()) {
    t.is(batchId, batches[index]!.batchId);
    for (const [place, { evidence: _evidence, ...rest }] of sightings.entries()) {
      const { evidence: _own, ...own } = batches[index]!.sightings[place]!;
      t.deepEqual(rest, own);
    }
  }
});
