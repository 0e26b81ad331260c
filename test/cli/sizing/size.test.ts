import { readFile } from 'node:fs/promises';
import test from 'ava';
import fc from 'fast-check';
import { countText, octetsText, processorsText } from '../../../cli/sizing/amounts.ts';
import { measured, octetsAt } from '../../../cli/sizing/measured.ts';
import { type Demand, sizeInstallation } from '../../../cli/sizing/size-installation.ts';

const usual: Demand = {
  rate: 1_000,
  days: 90,
  detailDays: 90,
  rollupDays: 730,
  replicas: 1,
  peak: 3,
  processors: 8,
  diskOctets: 2e12,
};

test('the table of docs/sizing.md is what the command computes', async (t) => {
  const page = await readFile(new URL('../../../docs/sizing.md', import.meta.url), 'utf8');
  const large = { processors: 16, diskOctets: 8e12 };
  const demands: Demand[] = [
    { ...usual, rate: 10 },
    usual,
    { ...usual, rate: 12_860, replicas: 2, ...large },
    { ...usual, rate: 12_860, detailDays: 7, replicas: 2, ...large },
    { ...usual, rate: 100_000, detailDays: 7, replicas: 2, ...large },
  ];
  for (const demand of demands) {
    const size = sizeInstallation(demand);
    const machines = size.isOneMachine ? '1' : `${size.collectors} + ${size.storeMachines}`;
    const cells = [
      demand.rate.toLocaleString('en'),
      demand.detailDays,
      countText(size.rowsKept),
      demand.replicas,
      octetsText(size.diskOctets),
      `${octetsText(size.networkOctets)}/s`,
      processorsText(size.collectorProcessors),
      processorsText(size.engineProcessors),
      machines,
    ];
    t.true(page.includes(`| ${cells.join(' | ')} |`), `| ${cells.join(' | ')} |`);
  }
});

test('more of anything never takes less, and one machine is told only if all fits it', (t) => {
  const count = fc.integer({ min: 1, max: 1_000_000 });
  const demands = fc.record({
    rate: fc.double({ min: 0.001, max: 1e7, noNaN: true }),
    days: fc.integer({ min: 1, max: 4_000 }),
    detailDays: fc.integer({ min: 1, max: 4_000 }),
    rollupDays: fc.integer({ min: 1, max: 4_000 }),
    replicas: fc.integer({ min: 1, max: 5 }),
    peak: fc.integer({ min: 1, max: 100 }),
    processors: fc.integer({ min: 1, max: 512 }),
    diskOctets: count.map((gigabytes) => gigabytes * 1e9),
  });
  fc.assert(
    fc.property(demands, fc.integer({ min: 2, max: 10 }), (demand, times) => {
      const size = sizeInstallation(demand);
      for (const [name, value] of Object.entries(size))
        if (typeof value === 'number' && !(Number.isFinite(value) && value > 0)) throw new Error(name);
      const later = sizeInstallation({ ...demand, days: demand.days * times });
      if (later.diskOctets < size.diskOctets) throw new Error('days');
      const copied = sizeInstallation({ ...demand, replicas: demand.replicas + 1 });
      if (copied.storeMachines < size.storeMachines || copied.isOneMachine) throw new Error('replicas');
      if (size.isOneMachine && size.collectorProcessors + size.engineProcessors > demand.processors / 2)
        throw new Error('one machine');
      if (size.storeMachines !== (size.isOneMachine ? 1 : size.shards * demand.replicas))
        throw new Error('machines');
    }),
    { numRuns: 1_000 },
  );
  t.pass();
});

test('octets of a row are those measured on a day as dense, and between two such days between theirs', (t) => {
  for (const { rowsADay, ...octets } of measured.densities) t.like(octetsAt(rowsADay), octets);
  t.is(octetsAt(1).rowOctets, 23.6);
  t.is(octetsAt(1e12).rowOctets, 18.1);
  const between = octetsAt(1_600_000).rowOctets;
  t.true(between < 21.9 && between > 18.1);
});

test('amounts have three digits at most, and the unit that fits', (t) => {
  t.is(countText(864_000), '864 thousand');
  t.is(countText(999_999), '1 million');
  t.is(countText(1), '1');
  t.is(octetsText(29.2), '29.2 B');
  t.is(octetsText(1e18), '1000 PB');
  t.is(processorsText(0.0165), '1.65 % of one');
  t.is(processorsText(12.34), '12.3');
});
