import { type FilePacket, pcapFile } from './capture-file.ts';
import { type Ends, fragments, frame, ip, tcp, tcpFlags, udp, uint16, vlanTag } from './network.ts';
import { exchanges, reverse } from './transactions.ts';

const { syn, acknowledgement: ack, push, fin } = tcpFlags;

/** A stream of numbers from 0 up to 1 that is the same for the same seed (mulberry32). */
function numbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  };
}

type Random = () => number;
const upTo = (random: Random, bound: number): number => Math.floor(random() * bound);

/**
 * A capture of DNS as the wire may bring it, other in each seed: over UDP, in fragments, behind VLAN tags, over TCP in
 * segments of any size, reordered, sent again, several messages in one. Queries and responses are sound.
 */
export function generatedCapture(seed: number): { file: Buffer; kinds: string[] } {
  const random = numbers(seed);
  const list = exchanges(8 + upTo(random, 60), random() < 0.3);
  const packets: FilePacket[] = [];
  const kinds = new Set<string>();
  for (let at = 0; at < list.length; ) {
    const { client, query, response, queryTime, responseTime } = list[at]!;
    const kind = ['udp', 'fragments', 'vlan', 'tcp'][upTo(random, 4)]!;
    kinds.add(kind);
    if (kind === 'tcp') {
      const some = list.slice(at, at + 1 + upTo(random, 6));
      packets.push(...connection(random, client, some, queryTime));
      at += some.length;
      continue;
    }
    at++;
    for (const [ends, message, time] of [
      [client, query, queryTime],
      [reverse(client), response, responseTime],
    ] as const) {
      const datagram = udp(ends, message);
      if (kind === 'fragments') {
        const size = 8 * (1 + upTo(random, 8));
        const pieces = fragments(ends, 17, datagram, size, at * 2 + (ends === client ? 0 : 1));
        if (random() < 0.5) pieces.reverse();
        packets.push(...pieces.map((piece, index) => ({ bytes: frame(piece), time: time + index })));
      } else if (kind === 'vlan') {
        const inner = frame(ip(ends, 17, datagram));
        const tagged = Buffer.concat([
          inner.subarray(0, 12),
          uint16(0x8100),
          vlanTag(7, inner.readUInt16BE(12), inner.subarray(14)),
        ]);
        packets.push({ bytes: tagged, time });
      } else packets.push({ bytes: frame(ip(ends, 17, datagram)), time });
    }
  }
  return { file: pcapFile(packets), kinds: [...kinds] };
}

/** One TCP connection with all its exchanges, the queries pipelined. */
function connection(
  random: Random,
  client: Ends,
  list: ReturnType<typeof exchanges>,
  from: number,
): FilePacket[] {
  const server = reverse(client);
  const packets: FilePacket[] = [];
  let time = from;
  const send = (
    ends: Ends,
    sequence: number,
    acknowledged: number,
    flags: number,
    payload: Buffer = Buffer.alloc(0),
  ): void => {
    packets.push({
      bytes: frame(ip(ends, 6, tcp(ends, sequence, acknowledged, flags, payload))),
      time: time++,
    });
  };
  const start = upTo(random, 0x1_0000_0000);
  const answer = upTo(random, 0x1_0000_0000);
  send(client, start, 0, syn);
  send(server, answer, start + 1, syn | ack);
  send(client, start + 1, answer + 1, ack);
  const prefixed = (messages: Buffer[]): Buffer =>
    Buffer.concat(messages.flatMap((message) => [uint16(message.length), message]));
  const asked = prefixed(list.map(({ query }) => query));
  const told = prefixed(list.map(({ response }) => response));
  for (const [ends, stream, sequence, acknowledged] of [
    [client, asked, start + 1, answer + 1],
    [server, told, answer + 1, start + 1 + asked.length],
  ] as const) {
    for (const { at, bytes } of segments(random, stream))
      send(ends, sequence + at, acknowledged, ack | push, bytes);
    const other = ends === client ? server : client;
    send(other, acknowledged, sequence + stream.length, ack);
  }
  send(client, start + 1 + asked.length, answer + 1 + told.length, ack | fin);
  send(server, answer + 1 + told.length, start + 2 + asked.length, ack | fin);
  return packets;
}

function segments(random: Random, stream: Buffer): { at: number; bytes: Buffer }[] {
  const pieces: { at: number; bytes: Buffer }[] = [];
  const largest = [4, 40, 400, 1_400][upTo(random, 4)]!;
  for (let at = 0; at < stream.length; ) {
    const size = 1 + upTo(random, largest);
    pieces.push({ at, bytes: stream.subarray(at, at + size) });
    if (random() < 0.1) pieces.push(pieces[upTo(random, pieces.length)]!);
    at += size;
  }
  for (let index = 1; index < pieces.length; index++) {
    if (random() < 0.1) [pieces[index - 1], pieces[index]] = [pieces[index]!, pieces[index - 1]!];
  }
  return pieces;
}
