import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { mixedTraffic } from '../../../agent/bench/mixed-traffic.ts';
import { PcapReader } from '../../../agent/capture/pcap-reader.ts';
import { Pipeline } from '../../../agent/pipeline/pipeline.ts';
import { defaultPipelineOptions } from '../../../agent/pipeline/pipeline-options.ts';

/**
 * Run as `node day-of-traffic.ts MESSAGES`: lets so many messages pass through the pipeline within 24 hours by the packets'
 * clock, and prints the memory in use, in bytes, after each hour. Each hour has other clients' addresses and message ids.
 */
setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;
const hours = 24;
const hour = 3_600_000_000;
const perHour = Math.ceil(Number(process.argv[2] ?? 1_000_000) / hours);

const { file, packets } = mixedTraffic(perHour);
const pipeline = new Pipeline(defaultPipelineOptions, { rows: () => undefined });
const used: number[] = [];
let start: number | undefined;
for (let now = 0; now < hours; now++) {
  let index = 0;
  new PcapReader().read(file, 0, file.length, {
    packet(bytes, from, end, originalLength, microseconds, linkType) {
      start ??= microseconds;
      // The traffic of seconds, drawn out over the hour.
      const time = start + now * hour + Math.floor((index++ * hour) / packets);
      bytes[from + 30] = (bytes[from + 30]! + 1) & 0xff;
      pipeline.packet(bytes, from, end, originalLength, time, linkType);
    },
  });
  pipeline.flush();
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  used.push(heapUsed + external);
}
pipeline.end();
const { messages_seen, messages_pending } = pipeline.counters();
process.stdout.write(`${JSON.stringify({ used, messages_seen, messages_pending })}\n`);
