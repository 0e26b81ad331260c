import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { constants, gzipSync, zstdCompressSync } from 'node:zlib';
import test from 'ava';
import { openFile } from '../../../agent/capture/capture-file.ts';
import { ShiftedSource } from '../../../agent/capture/shifted-source.ts';
import { defaultPipelineOptions } from '../../../agent/pipeline/pipeline-options.ts';
import { verifyCapture } from '../../../agent/pipeline/verify.ts';
import { pcapFile, pcapngFile } from '../../support/packets/capture-file.ts';
import { type Ends, frame, ip, tcp, tcpFlags, udp, uint16 } from '../../support/packets/network.ts';
import { exchanges, reverse } from '../../support/packets/transactions.ts';

let directory = '';
test.before(async () => {
  directory = await mkdtemp(join(tmpdir(), 'sonde-capture-'));
});
test.after.always(() => rm(directory, { recursive: true, force: true }));

const packets = exchanges(50).flatMap(
  ({ client, server, query, response, queryTime, responseTime }, index) => {
    const asked = ip(client, 17, udp(client, query));
    return [
      // Two interfaces of different link types, as pcapng allows.
      index % 2 === 0
        ? { bytes: frame(asked), time: queryTime }
        : { bytes: Buffer.concat([Buffer.alloc(14), uint16(0x0800), asked]), time: queryTime, linkType: 113 },
      { bytes: frame(ip(server, 17, udp(server, response))), time: responseTime },
    ];
  },
);
const ethernetOnly = packets.map(({ bytes, time, linkType }) =>
  linkType === 113 ? { bytes: frame(bytes.subarray(16)), time } : { bytes, time },
);
const plain = pcapFile(ethernetOnly);
const bigEndian = Buffer.from(plain);
for (let at = 0; at < bigEndian.length; ) {
  const captured = at === 0 ? 0 : bigEndian.readUInt32LE(at + 8);
  if (at === 0) {
    bigEndian.subarray(0, 4).swap32();
    bigEndian.subarray(4, 8).swap16();
    bigEndian.subarray(8, 24).swap32();
    at = 24;
  } else {
    bigEndian.subarray(at, at + 16).swap32();
    at += 16 + captured;
  }
}

/** The same file in another of the formats that its magic number tells: nanoseconds, or longer headers of records. */
function otherPcap(magic: number, fractions: number, extraBytes: number): Buffer {
  const head = Buffer.from(plain.subarray(0, 24));
  head.writeUInt32LE(magic);
  const parts: Uint8Array[] = [head];
  for (let at = 24; at < plain.length; ) {
    const record = Buffer.from(plain.subarray(at, at + 16));
    record.writeUInt32LE(record.readUInt32LE(4) * fractions, 4);
    const next = at + 16 + record.readUInt32LE(8);
    parts.push(record, Buffer.alloc(extraBytes), plain.subarray(at + 16, next));
    at = next;
  }
  return Buffer.concat(parts);
}

/** A frame that readers of Zstandard skip. */
const skippable = Buffer.from('502a4d1804000000ffffffff', 'hex');
const files: Record<string, Buffer> = {
  'nanoseconds.pcap': otherPcap(0xa1b23c4d, 1_000, 0),
  'modified.pcap': otherPcap(0xa1b2cd34, 1, 8),
  'plain.pcap': plain,
  'big-endian.pcap': bigEndian,
  'little.pcapng': pcapngFile(packets, true),
  'big.pcapng': pcapngFile(packets, false),
  'two-sections.pcapng': Buffer.concat([
    pcapngFile(packets.slice(0, 50), true),
    pcapngFile(packets.slice(50), false),
  ]),
  'plain.pcap.gz': gzipSync(plain),
  'plain.pcap.zst': zstdCompressSync(plain),
  'members.pcap.gz': Buffer.concat(
    [plain.subarray(0, 1_000), plain.subarray(1_000)].map((part) => gzipSync(part)),
  ),
  'frames.pcap.zst': Buffer.concat([
    skippable,
    zstdCompressSync(plain.subarray(0, 1_000)),
    skippable,
    zstdCompressSync(plain.subarray(1_000), { params: { [constants.ZSTD_c_checksumFlag]: 1 } }),
  ]),
};

for (const [name, bytes] of Object.entries(files)) {
  test(`${name} is read whole, with its times`, async (t) => {
    const path = join(directory, name);
    await writeFile(path, bytes);
    const times: number[] = [];
    const source = openFile(path);
    await source.run({ packet: (_bytes, _start, _end, _length, time) => times.push(time) });
    t.deepEqual(
      times,
      packets.map(({ time }) => time),
    );
    t.is(source.statistics().captured, 100);
    t.like(await verifyCapture(path), {
      queries: 50,
      responses: 50,
      pairs: 50,
      malformed: 0,
      truncated: false,
    });
  });
}

test('times of nanoseconds come out to the very microsecond', async (t) => {
  const path = join(directory, 'exact.pcapng');
  // The time's lower half stands 12 bytes into the last block: 999 nanoseconds are put behind the microsecond.
  const file = pcapngFile([{ bytes: Buffer.alloc(0), time: 1_763_000_000_123_457 }], true);
  const at = file.length - 32 + 16;
  file.writeUInt32LE(file.readUInt32LE(at) + 999, at);
  await writeFile(path, file);
  const times: number[] = [];
  await openFile(path).run({ packet: (_bytes, _start, _end, _length, time) => times.push(time) });
  t.deepEqual(times, [1_763_000_000_123_457]);
});

test('a pipe that has a name is read as a file is', async (t) => {
  const path = join(directory, 'pipe');
  await promisify(execFile)('mkfifo', [path]);
  const [counts] = await Promise.all([verifyCapture(path), writeFile(path, zstdCompressSync(plain))]);
  t.is(counts.pairs, 50);
});

test('a file that ends within a packet gives what is there and says so', async (t) => {
  const path = join(directory, 'truncated.pcap');
  await writeFile(path, plain.subarray(0, plain.length - 5));
  const source = openFile(path);
  await t.throwsAsync(source.run({ packet: () => undefined }), { code: 'truncated_file' });
  t.is(source.statistics().captured, 99);
  t.like(await verifyCapture(path), { queries: 50, responses: 49, truncated: true });
});

const damaged: Record<string, [Buffer | undefined, string]> = {
  missing: [undefined, 'no_such_file'],
  empty: [Buffer.alloc(0), 'bad_file'],
  'text file': [Buffer.from('this is no capture'), 'bad_file'],
  'huge length': [Buffer.concat([plain.subarray(0, 32), Buffer.alloc(64, 0xff)]), 'bad_file'],
  'broken pcapng': [Buffer.concat([pcapngFile([], true), Buffer.alloc(64, 1)]), 'bad_file'],
  'broken zstd': [
    Buffer.concat([zstdCompressSync(plain).subarray(0, 4), Buffer.alloc(400, 0xff)]),
    'bad_file',
  ],
  'cut frame of zstd': [
    Buffer.concat([zstdCompressSync(plain.subarray(0, 999)), zstdCompressSync(plain).subarray(0, 300)]),
    'truncated_file',
  ],
  'damaged xz': [Buffer.from('fd377a585a000004ffffffff', 'hex'), 'bad_file'],
  zip: [Buffer.from('504b030414000000', 'hex'), 'bad_file'],
  'cut gzip': [gzipSync(plain).subarray(0, 200), 'truncated_file'],
};

for (const [name, [bytes, code]] of Object.entries(damaged)) {
  test(`a ${name} is refused as ${code}`, async (t) => {
    const path = join(directory, name);
    if (bytes !== undefined) await writeFile(path, bytes);
    await t.throwsAsync(openFile(path).run({ packet: () => undefined }), { code });
  });
}

test('a file that is damaged behind some packets is counted up to there', async (t) => {
  const path = join(directory, 'damaged.pcap');
  await writeFile(path, Buffer.concat([plain, Buffer.alloc(64, 0xff)]));
  const counts = await verifyCapture(path);
  t.like(counts, { packets: 100, pairs: 50, truncated: false });
  t.regex(counts.damage!, /damaged/);
});

test('packets of a link type that is not understood are told of', async (t) => {
  const path = join(directory, 'radio.pcap');
  await writeFile(path, pcapFile(ethernetOnly, 189));
  t.like(await verifyCapture(path), { packets: 100, queries: 0, unknownLinkTypes: { 'LINKTYPE 189': 100 } });
});

test('messages on ports that were not named are told of apart', async (t) => {
  const path = join(directory, 'other-port.pcap');
  const moved = exchanges(20).map(({ client, query, queryTime }) => ({
    bytes: frame(
      ip({ ...client, destinationPort: 8_053 }, 17, udp({ ...client, destinationPort: 8_053 }, query)),
    ),
    time: queryTime,
  }));
  const noise = { ...exchanges(1)[0]!.client, destinationPort: 123 };
  const other = { bytes: frame(ip(noise, 17, udp(noise, Buffer.alloc(48, 7)))), time: moved[0]!.time };
  await writeFile(path, pcapFile([...moved, other]));
  t.like(await verifyCapture(path), {
    packets: 21,
    queries: 0,
    malformed: 0,
    otherPorts: { 'port 8053': 20 },
  });
  const overTcp = join(directory, 'other-port-tcp.pcap');
  const prefixed = (message: Buffer): Buffer => Buffer.concat([uint16(message.length), message]);
  const segments = exchanges(5).flatMap(({ client, query, response, queryTime }, index) => {
    const asked = { ...client, destinationPort: 8_053 };
    const told = reverse(asked);
    const send = (ends: Ends, payload: Buffer) => ({
      bytes: frame(ip(ends, 6, tcp(ends, 1, 1, tcpFlags.acknowledgement, payload))),
      time: queryTime,
    });
    // Two messages in one segment, or a length by itself; the response goes on in the next segment.
    const queries =
      index % 2 === 0
        ? [send(asked, Buffer.concat([prefixed(query), prefixed(query)]))]
        : [send(asked, uint16(query.length)), send(asked, query), send(asked, prefixed(query))];
    return [...queries, send(told, prefixed(response).subarray(0, -4))];
  });
  const web = { ...exchanges(1)[0]!.client, destinationPort: 80 };
  const page = Buffer.from('GET / HTTP/1.1\r\nHost: www.example.com\r\n\r\n');
  segments.push({
    bytes: frame(ip(web, 6, tcp(web, 1, 1, tcpFlags.acknowledgement, page))),
    time: segments[0]!.time,
  });
  await writeFile(overTcp, pcapFile(segments));
  t.like(await verifyCapture(overTcp), { queries: 0, malformed: 0, otherPorts: { 'port 8053': 15 } });
  const asked = await verifyCapture(path, { ...defaultPipelineOptions, ports: [8_053] });
  t.like(asked, { queries: 20, otherPorts: {} });
});

test('an old capture is given times that end now, or begin now at the pace of the wire', async (t) => {
  const path = join(directory, 'old.pcap');
  await writeFile(path, pcapFile(packets.slice(0, 3).map(({ bytes, time }) => ({ bytes, time }))));
  const now = 1_900_000_000_000_000;
  const first = packets[0]!.time;
  const last = Math.max(...packets.slice(0, 3).map(({ time }) => time));
  for (const speed of ['max', 'wire'] as const) {
    const times: number[] = [];
    const source = new ShiftedSource(
      () => openFile(path, { speed, room: async () => undefined }),
      speed,
      () => now,
    );
    await source.run({ packet: (_bytes, _start, _end, _length, microseconds) => times.push(microseconds) });
    const offset = now - (speed === 'max' ? last : first);
    t.deepEqual(
      times,
      packets.slice(0, 3).map(({ time }) => time + offset),
    );
    t.is(source.statistics().captured, 3);
  }
  const missing = new ShiftedSource(() => openFile(join(directory, 'missing.pcap')), 'max');
  await t.throwsAsync(missing.run({ packet: () => undefined }), { name: 'CaptureError' });
});
