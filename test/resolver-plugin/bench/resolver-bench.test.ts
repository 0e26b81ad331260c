import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { describeBench } from '../../../resolver-plugin/bench/compare.ts';
import { dnstapTraffic } from '../../../resolver-plugin/bench/dnstap-traffic.ts';
import { benchFile } from '../../../resolver-plugin/bench/run-bench.ts';
import { DnstapCounters } from '../../../resolver-plugin/dnstap/counters.ts';
import { createStreamDecoder } from '../../../resolver-plugin/dnstap/stream-decoder.ts';
import { dnstapType } from '../../support/resolvers/dnstap-messages.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

test('generated frames are what another implementation of protobuf reads', (t) => {
  const { file, messages } = dnstapTraffic(1_000);
  t.is(messages, 1_000);
  const counters = new DnstapCounters();
  const decoder = createStreamDecoder({ sink: { message: () => undefined }, counters });
  decoder.push(file);
  t.is(counters.messages, 1_000);
  t.is(decoder.state, 'stopped');
  let at = 8 + file.readUInt32BE(4);
  const first = dnstapType.decode(file.subarray(at + 4, at + 4 + file.readUInt32BE(at)));
  t.like(dnstapType.toObject(first, { longs: Number }), {
    type: 1,
    message: {
      type: 5,
      socket_protocol: 1,
      response_port: 53,
      query_time_sec: 1_790_000_000,
      query_time_nsec: 0,
    },
  });
  // Every frame is whole: the last is followed by the stop.
  while (file.readUInt32BE(at) !== 0) at += 4 + file.readUInt32BE(at);
  t.is(at, file.length - 12);
});

test('a bench reads a file twice, pairs its messages, and tells rates', async (t) => {
  const path = join(await temporaryDirectory(t), 'mixed.dnstap');
  await writeFile(path, dnstapTraffic(5_000).file);
  const result = await benchFile(path);
  t.is(result.messages, 5_000);
  // Most are pairs; one in fifty queries has no response, and the last ones wait for theirs.
  t.true(result.rows > 2_500 && result.rows < 3_000, `${result.rows}`);
  t.is(result.again.rows, result.rows);
  t.true(result.compressedBytes > 0 && result.cpuSeconds >= 0);
  const text = describeBench(result, { 'dnstap -q': null });
  t.regex(text, /\| sonde-resolver, rows compressed by zstd -1 \| \d+ \| \d+ \| \|/);
  t.regex(text, /\| dnstap -q \| not installed \| \| \|/);
});
