import { MessageOrigin } from '@sonde/sensor/pairing/message-origin.ts';
import { TransactionPipeline } from '@sonde/sensor/rows/transaction-pipeline.ts';
import { malformedReasons } from '@sonde/shared/message/malformed.ts';
import { defaultPipelineOptions } from '../pipeline/pipeline-options.ts';
import { type HostileMessage, hostileMessages } from './hostile-messages.ts';

export interface HostileTime {
  readonly name: string;
  readonly bytes: number;
  /** Of the quickest of several readings: what the message itself takes, whatever else the machine does. */
  readonly milliseconds: number;
  readonly nanosecondsPerByte: number;
  /** The reason of the refusal, `none` if it became a row. */
  readonly reason: string;
}

const readings = 15;

/**
 * Measures the decoding time of messages that are built to be costly, and of costlier ones that a random search finds
 * in so many seconds: the search changes the costliest message at random and goes on from each change that costs more.
 */
export function measureHostile(seconds: number, random: () => number = Math.random): HostileTime[] {
  const measured = hostileMessages().map(measure);
  const end = performance.now() + seconds * 1_000;
  for (const seed of hostileMessages()) {
    let best = measure(seed);
    let bytes = seed.bytes;
    const until = performance.now() + (end - performance.now()) / measured.length;
    while (performance.now() < until) {
      const changed = { name: `changed: ${seed.name}`, bytes: change(bytes, random) };
      const found = measure(changed);
      if (found.nanosecondsPerByte <= best.nanosecondsPerByte) continue;
      best = found;
      bytes = changed.bytes;
    }
    measured.push(best);
  }
  return measured.sort((a, b) => b.milliseconds - a.milliseconds);
}

function measure({ name, bytes }: HostileMessage): HostileTime {
  let best = Number.POSITIVE_INFINITY;
  let reason = 'none';
  for (let reading = 0; reading < readings; reading++) {
    const pipeline = new TransactionPipeline(
      { ...defaultPipelineOptions, maxTransactions: 16 },
      { rows: () => {} },
    );
    const origin = new MessageOrigin();
    origin.sourcePort = 53;
    origin.destinationPort = 40_000;
    const from = process.hrtime.bigint();
    pipeline.message(origin, bytes, 0, bytes.length, false, true, 0);
    best = Math.min(best, Number(process.hrtime.bigint() - from) / 1e6);
    const [found] = Object.keys(pipeline.counters().messages_malformed);
    reason = found ?? malformedReasons[0];
  }
  return {
    name,
    bytes: bytes.length,
    milliseconds: best,
    nanosecondsPerByte: (best * 1e6) / Math.max(512, bytes.length),
    reason,
  };
}

/** Octets changed, repeated, moved or taken away; the header's counts among them. */
function change(bytes: Buffer, random: () => number): Buffer {
  const below = (bound: number): number => Math.floor(random() * bound);
  let changed = Buffer.from(bytes);
  for (let edits = 1 + below(4); edits > 0; edits--) {
    const at = below(changed.length);
    const length = 1 + below(Math.min(600, changed.length - at));
    const part = changed.subarray(at, at + length);
    const kind = below(4);
    if (kind === 0) changed[at] = below(256);
    else if (kind === 1)
      changed = Buffer.concat([changed.subarray(0, at), part, changed.subarray(at)]).subarray(0, 65_535);
    else if (kind === 2 && changed.length > 600)
      changed = Buffer.concat([changed.subarray(0, at), changed.subarray(at + length)]);
    else changed.copyWithin(below(changed.length), at, at + length);
  }
  return changed;
}

/** Writes the measured times as text for people, the costliest first. */
export function describeHostile(times: readonly HostileTime[]): string {
  const lines = times.map(
    ({ name, bytes, milliseconds, nanosecondsPerByte, reason }) =>
      `${milliseconds.toFixed(3).padStart(9)} ms ${nanosecondsPerByte.toFixed(1).padStart(7)} ns/octet ${String(bytes).padStart(6)}  ${reason.padEnd(16)} ${name}`,
  );
  return `${lines.join('\n')}\n`;
}
