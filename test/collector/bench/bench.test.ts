import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { responseCodes } from '@sonde/shared/dns/response-codes.ts';
import test from 'ava';
import { filledInserts } from '../../../collector/bench/api/fill-store.ts';
import { dayCurve } from '../../../collector/bench/day-curve.ts';
import { TrafficGenerator } from '../../../collector/bench/generate-traffic.ts';
import { BatchRows } from '../../../collector/domain/detection/batch-rows.ts';
import { DgaModel } from '../../../collector/domain/detection/dga/dga-model.ts';

test('the bench measures ingest, size and every question', async (t) => {
  const main = fileURLToPath(new URL('../../../collector/cli/main.ts', import.meta.url));
  const small = ['--rows', '20000', '--batch', '10000', '--days', '1', '--repetitions', '1', '--json'];
  const { stdout } = await promisify(execFile)(process.execPath, [main, 'bench', ...small]);
  const report = JSON.parse(stdout);
  t.is(report.rows, 20_000);
  t.true(report.ingest.rowsPerSecond > 0 && report.ingest.plainRowsPerSecond > 0);
  t.true(report.bytesPerRow.total > report.bytesPerRow.queries);
  t.true(report.latenciesMs.length >= 8);
});

test('generated traffic is the same for the same seed', (t) => {
  const make = (): Buffer =>
    new TrafficGenerator({ seed: 4, questions: 100, clients: 10, locations: [1, 2] }).rows(500, 0, 60_000);
  t.deepEqual(make(), make());
});

test('generated traffic goes on at any row without the rows before it', (t) => {
  const made = (): TrafficGenerator =>
    new TrafficGenerator({ seed: 4, questions: 100, clients: 10, locations: [1, 2] });
  const [straight, resumed] = [made(), made()];
  straight.startAt(0);
  straight.rows(700, 0, 60_000);
  for (const each of [straight, resumed]) each.startAt(700);
  t.deepEqual(straight.rows(300, 60_000, 90_000), resumed.rows(300, 60_000, 90_000));
});

test('a store is filled by inserts that hold all rows, in order, none beyond its midnight or larger than the engine takes', (t) => {
  const day = 86_400_000;
  for (const [rows, days] of [
    [10_000, 3],
    [500_000_000, 365],
    [9_000_000, 3],
  ] as const) {
    const inserts = filledInserts(rows, { from: 7.3 * day, to: (7.3 + days) * day });
    t.is(
      inserts.reduce((sum, insert) => sum + insert.rows, 0),
      rows,
    );
    let [row, time] = [0, 0];
    for (const { firstRow, rows: ofInsert, pieces } of inserts) {
      t.is(firstRow, row);
      t.is(
        pieces.reduce((sum, piece) => sum + piece.rows, 0),
        ofInsert,
      );
      t.true(ofInsert <= 1_500_000);
      t.is(Math.floor(pieces[0]!.from / day), Math.floor(pieces.at(-1)!.to / day));
      for (const { from, to } of pieces) {
        t.true(from >= time && to >= from);
        time = from;
      }
      row += ofInsert;
    }
    const daysFilled = new Set(inserts.map(({ pieces }) => Math.floor(pieces[0]!.from / day))).size;
    t.true(daysFilled === days || daysFilled === days + 1);
  }
});

test('generated traffic is as sites have it: most of it exists, and what is denied is denied by a zone', (t) => {
  const generator = new TrafficGenerator({ seed: 5, questions: 20_000, clients: 100, locations: [1] });
  const rows = new BatchRows(generator.rows(20_000, 0, 60_000));
  const { NOERROR, NXDOMAIN } = responseCodes;
  let [all, missing, random] = [0, 0, 0];
  const model = new DgaModel();
  while (rows.next()) {
    all++;
    if (rows.responseCode === NXDOMAIN) missing++;
    if (rows.responseCode === NXDOMAIN || (rows.responseCode === NOERROR && rows.answerCount === 0))
      t.is(rows.authorityCount, 1);
    if (rows.name.class === 'ordinary' && model.isFlagged(rows.name.label)) random++;
  }
  t.is(all, 20_000);
  t.true(missing > all * 0.02 && missing < all * 0.1);
  t.true(random < all * 0.05);
});

test('the day curve goes from the beginning to the end, and faster by day', (t) => {
  const day = 86_400_000;
  const at = dayCurve(0, day);
  t.is(at(0), 0);
  t.is(at(1), day);
  const times = Array.from({ length: 101 }, (_, index) => at(index / 100));
  t.deepEqual(
    times,
    times.toSorted((a, b) => a - b),
  );
  const hourOf = (time: number): number => Math.floor(time / 3_600_000);
  const perHour = (hour: number): number => times.filter((time) => hourOf(time) === hour).length;
  t.true(perHour(16) > perHour(4));
});
