import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { mixedTraffic } from '../../../agent/bench/mixed-traffic.ts';
import { openFile } from '../../../agent/capture/capture-file.ts';
import { pcapFile } from '../../support/packets/capture-file.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';
import { until } from '../../support/until.ts';

test('reading waits for room between the pieces of a file', async (t) => {
  const path = join(await temporaryDirectory(t), 'mixed.pcap');
  const { file, packets } = mixedTraffic(20_000);
  await writeFile(path, file);
  let allowed = 0;
  const waiting: (() => void)[] = [];
  const source = openFile(path, {
    speed: 'max',
    room: () => new Promise((resolve) => (allowed-- > 0 ? resolve() : waiting.push(resolve))),
  });
  let delivered = 0;
  const ended = source.run({ packet: () => delivered++ });
  await until(() => waiting.length === 1);
  const first = delivered;
  t.true(first > 0 && first < packets);
  allowed = Number.POSITIVE_INFINITY;
  waiting.shift()!();
  await ended;
  t.is(delivered, packets);
});

test('at the pace of the wire, packets come in order and not before their time; stopping does not wait', async (t) => {
  const path = join(await temporaryDirectory(t), 'slow.pcap');
  const times = [0, 20_000, 50_000, 50_001, 3_600_000_000];
  await writeFile(path, pcapFile(times.map((time) => ({ bytes: Buffer.alloc(60), time: 1e15 + time }))));
  const source = openFile(path, { speed: 'wire', room: async () => undefined });
  const seen: number[] = [];
  const started = performance.now();
  let fourthAfter = 0;
  const ended = source.run({
    packet(_bytes, _start, _end, _length, microseconds) {
      seen.push(microseconds - 1e15);
      if (seen.length === 4) fourthAfter = performance.now() - started;
    },
  });
  await until(() => seen.length === 4);
  t.deepEqual(seen, times.slice(0, 4));
  // Timers may fire a little early; what is not possible is that nothing was waited for.
  t.true(fourthAfter > 40, `${fourthAfter}`);
  await source.stop();
  await ended;
  t.is(seen.length, 4);
});
