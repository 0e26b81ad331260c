import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'ava';
import { mixedTraffic } from '../../../agent/bench/mixed-traffic.ts';
import { benchFile } from '../../../agent/bench/run-bench.ts';
import { verifyCapture } from '../../../agent/pipeline/verify.ts';

test('generated traffic holds the messages that it promises, all of them sound', async (t) => {
  const directory = await mkdtemp(join(tmpdir(), 'sonde-mixed-'));
  try {
    const path = join(directory, 'mixed.pcap');
    const { file, messages, packets } = mixedTraffic(5_000);
    await writeFile(path, file);
    const counts = await verifyCapture(path);
    t.is(counts.queries + counts.responses, messages);
    t.is(counts.packets, packets);
    t.is(counts.malformed + counts.repeated + counts.orphanResponses, 0);
    t.true(counts.byTransport.tcp! > 0 && counts.byResponseCode.NXDOMAIN! > 0);
    t.is((await benchFile(path)).rows, counts.queries);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
});
