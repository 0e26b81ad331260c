/**
 * How fast frames of dnstap are read, beside protobufjs on the same frames in the same process:
 * `scripts/run test/resolver-plugin/bench/dnstap.ts`. The ratio is what to compare between machines.
 */
import { DnstapCounters } from '../../../resolver-plugin/dnstap/counters.ts';
import { createStreamDecoder } from '../../../resolver-plugin/dnstap/stream-decoder.ts';
import {
  dnstapType,
  encodeDnstap,
  frameStream,
  sampleMessage,
} from '../../support/resolvers/dnstap-messages.ts';

const messages = 200_000;
const chunkBytes = 65_536;
const payloads = Array.from({ length: messages }, (_, index) =>
  encodeDnstap(
    sampleMessage({
      type: 5 + (index % 2),
      query_port: 1_024 + (index % 60_000),
      ...(index % 2 === 0 ? {} : { response_message: Buffer.alloc(120, 0x61) }),
    }),
  ),
);
const stream = frameStream(payloads);

/** Messages per second, the best of several runs. */
function best(run: () => number): number {
  let rate = 0;
  for (let turn = 0; turn < 7; turn++) {
    const begin = process.hrtime.bigint();
    if (run() !== messages) throw new Error('a message was lost');
    rate = Math.max(rate, messages / (Number(process.hrtime.bigint() - begin) / 1e9));
  }
  return rate;
}

const ours = best(() => {
  const counters = new DnstapCounters();
  let bytes = 0;
  const sink = {
    message: (view: { queryStart: number; queryEnd: number }) => {
      bytes += view.queryEnd - view.queryStart;
    },
  };
  const decoder = createStreamDecoder({ sink, counters });
  for (let at = 0; at < stream.length; at += chunkBytes) decoder.push(stream.subarray(at, at + chunkBytes));
  return bytes > 0 ? counters.messages : 0;
});
const theirs = best(() => {
  let count = 0;
  for (const payload of payloads) {
    if (dnstapType.decode(payload)) count++;
  }
  return count;
});
const million = (rate: number) => `${(rate / 1e6).toFixed(2)} M messages/s`;
console.log(`frames and messages: ${million(ours)}; protobufjs, messages alone: ${million(theirs)}`);
console.log(`ratio: ${(ours / theirs).toFixed(2)}`);
