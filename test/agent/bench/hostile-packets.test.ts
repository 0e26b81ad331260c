import test from 'ava';
import { hostilePackets } from '../../../agent/bench/hostile-packets.ts';
import {
  describeHostilePackets,
  measureHostilePackets,
} from '../../../agent/bench/measure-hostile-packets.ts';
import { linkTypes } from '../../../agent/capture/link-types.ts';
import { Pipeline } from '../../../agent/pipeline/pipeline.ts';
import { defaultPipelineOptions } from '../../../agent/pipeline/pipeline-options.ts';
import { unaccounted } from '../../support/packets/run-pipeline.ts';

test('packets that are made to cost do what they say, and are all accounted for', (t) => {
  const found = new Map(
    hostilePackets(2_000).map(({ name, packets }) => {
      const pipeline = new Pipeline({ ...defaultPipelineOptions, opensStreams: true }, { rows: () => {} });
      for (const [index, packet] of packets.entries())
        pipeline.packet(packet, 0, packet.length, packet.length, 1_000_000 + index, linkTypes.raw);
      const whilst: Record<string, number> = { ...pipeline.diagnostics() };
      pipeline.end();
      const counters = pipeline.counters();
      t.is(unaccounted(counters), 0, name);
      return [
        name,
        { ...whilst, ...counters.messages_malformed, seen: counters.messages_seen } as Record<string, number>,
      ];
    }),
  );
  t.like(found.get('TCP: a message in segments of one octet'), { too_much_work: 1, tcp_holes: 0 });
  t.like(found.get('TCP: a hole, 250 segments of empty messages, and what fills it'), { seen: 10_000 });
  t.like(found.get('TCP: empty messages'), { seen: 30_000 });
  for (const frames of ['header blocks of a kept, empty field', 'a body in frames of one octet'])
    t.like(found.get(`HTTP/2: ${frames}`), { seen: 0, connections_opened: 0, connections_unopened: 0 });
  t.like(found.get('fragments of the costliest message'), { datagrams_reassembled: 1, too_much_work: 1 });
  t.is(
    found.get('fragments of many datagrams')?.datagrams_evicted,
    2_000 - defaultPipelineOptions.maxDatagrams,
  );
});

test('their time and memory are measured, and a search goes on from them', (t) => {
  let turn = 0;
  const times = measureHostilePackets(0.2, () => (turn++ % 97) / 97, 200);
  for (const { name, nanosecondsPerByte, packets } of times)
    t.true(nanosecondsPerByte > 0 && packets > 0, name);
  t.is(describeHostilePackets(times).trimEnd().split('\n').length, times.length);
});
