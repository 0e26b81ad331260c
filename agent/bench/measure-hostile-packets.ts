import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { linkTypes } from '../capture/link-types.ts';
import { Pipeline } from '../pipeline/pipeline.ts';
import { defaultPipelineOptions } from '../pipeline/pipeline-options.ts';
import { type HostilePackets, hostilePackets } from './hostile-packets.ts';

export interface HostilePacketsTime {
  readonly name: string;
  readonly packets: number;
  readonly bytes: number;
  /** Of the quickest of several readings, with a header of 54 octets counted for each packet on the wire. */
  readonly nanosecondsPerByte: number;
  /** Of the packet that takes longest, in the reading in which it took least. */
  readonly worstMilliseconds: number;
  /** Memory in use behind the last packet, without what was in use before the first. */
  readonly heldBytes: number;
}

/** Of a sequence, and more of a short one, which the engine compiles late. */
const readings = 5;
const shortReadings = 60;
const shortPackets = 1_000;
const changedReadings = 3;
/** Packets of a changed sequence, at most. */
const maxPackets = 70_000;

/**
 * Measures the time and memory of packet sequences that are built to be costly, and of costlier ones that a random
 * search finds in so many seconds: the search repeats, moves, takes away and changes packets at random and goes on from
 * each change that costs more.
 */
export function measureHostilePackets(
  seconds: number,
  random: () => number = Math.random,
  many?: number,
): HostilePacketsTime[] {
  const given = hostilePackets(many);
  const measured = given.map((sequence) =>
    measure(sequence, sequence.packets.length < shortPackets ? shortReadings : readings),
  );
  const end = performance.now() + seconds * 1_000;
  const left = seconds > 0 ? given : [];
  for (const [index, sequence] of left.entries()) {
    let best = measured[index]!;
    let { packets } = sequence;
    const until = performance.now() + (end - performance.now()) / (left.length - index);
    while (performance.now() < until) {
      const changed = { name: `changed: ${sequence.name}`, packets: change(packets, random) };
      const found = measure(changed, changedReadings);
      if (found.nanosecondsPerByte <= best.nanosecondsPerByte) continue;
      best = found;
      packets = changed.packets;
    }
    if (best !== measured[index]) measured.push(best);
  }
  return measured.sort((a, b) => b.nanosecondsPerByte - a.nanosecondsPerByte);
}

function measure({ name, packets }: HostilePackets, times: number): HostilePacketsTime {
  const bytes = packets.reduce((sum, packet) => sum + packet.length, 0);
  const worst = new Float64Array(packets.length).fill(Number.POSITIVE_INFINITY);
  let best = Number.POSITIVE_INFINITY;
  let heldBytes = 0;
  for (let reading = 0; reading < times; reading++) {
    const options = { ...defaultPipelineOptions, maxTransactions: 16, opensStreams: true };
    const pipeline = new Pipeline(options, { rows: () => {} });
    const before = reading === 0 ? bytesInUse() : 0;
    const from = performance.now();
    let at = from;
    for (let index = 0; index < packets.length; index++) {
      const packet = packets[index]!;
      pipeline.packet(packet, 0, packet.length, packet.length, 1_000_000 + index, linkTypes.raw);
      const now = performance.now();
      worst[index] = Math.min(worst[index]!, now - at);
      at = now;
    }
    best = Math.min(best, at - from);
    if (reading === 0) heldBytes = Math.max(0, bytesInUse() - before);
    pipeline.end();
  }
  return {
    name,
    packets: packets.length,
    bytes,
    nanosecondsPerByte: (best * 1e6) / (bytes + packets.length * 14),
    worstMilliseconds: worst.reduce((most, value) => Math.max(most, value), 0),
    heldBytes,
  };
}

/** Behind a collection, so that only what is held counts. */
function bytesInUse(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

function change(packets: readonly Buffer[], random: () => number): Buffer[] {
  const below = (bound: number): number => Math.floor(random() * bound);
  const changed = [...packets];
  for (let edits = 1 + below(4); edits > 0; edits--) {
    const at = below(changed.length);
    const part = changed.slice(at, at + 1 + below(300));
    const kind = below(4);
    if (kind === 0) {
      const packet = Buffer.from(changed[at]!);
      packet[below(packet.length)] = below(256);
      changed[at] = packet;
    } else if (kind === 1) changed.splice(below(changed.length), 0, ...part);
    else if (kind === 2 && changed.length > part.length) changed.splice(at, part.length);
    else changed.splice(at, part.length, ...part.reverse());
  }
  return changed.slice(0, maxPackets);
}

/** Writes the measured sequences as text for people, the costliest first. */
export function describeHostilePackets(times: readonly HostilePacketsTime[]): string {
  const lines = times.map(
    ({ name, packets, bytes, nanosecondsPerByte, worstMilliseconds, heldBytes }) =>
      `${worstMilliseconds.toFixed(3).padStart(9)} ms ${nanosecondsPerByte.toFixed(1).padStart(7)} ns/octet ${(heldBytes / 2 ** 20).toFixed(1).padStart(6)} MiB held ${String(packets).padStart(6)} packets of ${bytes} octets  ${name}`,
  );
  return `${lines.join('\n')}\n`;
}
