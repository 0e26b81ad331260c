import { spawnSync } from 'node:child_process';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import fc from 'fast-check';
import { openFile } from '../../../agent/capture/capture-file.ts';
import { PcapngReader } from '../../../agent/capture/pcapng-reader.ts';
import { runProgram } from '../../../agent/cli/program.ts';
import { parts } from '../../../agent/parts.ts';
import { verifyCapture } from '../../../agent/pipeline/verify.ts';
import { PacketRing } from '../../../agent/record/packet-ring.ts';
import { pcapFile } from '../../support/packets/capture-file.ts';
import { plainPacket } from '../../support/packets/carriers.ts';
import { frame } from '../../support/packets/network.ts';
import { exchanges } from '../../support/packets/transactions.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

interface Kept {
  readonly bytes: string;
  readonly time: number;
  readonly linkType: number;
  readonly length: number;
  readonly input: string;
}

async function packetsIn(directory: string): Promise<{ names: string[]; packets: Kept[] }> {
  const names = (await readdir(directory)).sort();
  const packets: Kept[] = [];
  for (const name of names) {
    let input = '';
    await openFile(join(directory, name)).run({
      input: (own) => {
        input = own;
      },
      packet: (bytes, start, end, length, time, linkType) =>
        packets.push({
          bytes: Buffer.from(bytes.subarray(start, end)).toString('hex'),
          time,
          linkType,
          length,
          input,
        }),
    });
  }
  return { names, packets };
}

const options = { fileBytes: 64 * 1024, fileSeconds: 3_600, files: 4 };

test('packets come back as they were, of all interfaces and link types, over the ends of files', async (t) => {
  const packet = fc.record({
    bytes: fc.uint8Array({ maxLength: 300 }),
    time: fc.integer({ min: 0, max: 4_000_000_000_000_000 }),
    linkType: fc.constantFrom(1, 113, 276),
    input: fc.constantFrom('', 'eth0', 'a name with spaces'),
    cut: fc.nat(70_000),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(packet, { maxLength: 40 }),
      fc.integer({ min: 300, max: 3_000 }),
      async (list, size) => {
        const directory = await temporaryDirectory(t);
        const ring = new PacketRing({ directory, fileBytes: size, fileSeconds: 1e12, files: 1_000 });
        for (const { bytes, time, linkType, input, cut } of list) {
          ring.input(input);
          // Packets come in the middle of a buffer that is filled again.
          const around = Buffer.concat([Buffer.alloc(7, 1), bytes, Buffer.alloc(9, 2)]);
          ring.packet(around, 7, 7 + bytes.length, bytes.length + cut, time, linkType);
          around.fill(0xee);
        }
        ring.end();
        const { packets, names } = await packetsIn(directory);
        t.deepEqual(
          packets,
          list.map(({ bytes, time, linkType, input, cut }) => ({
            ...{ bytes: Buffer.from(bytes).toString('hex'), time, linkType, input },
            length: bytes.length + cut,
          })),
        );
        t.is(names.length, ring.begun);
      },
    ),
    { numRuns: 40 },
  );
});

test('there are no more files than are kept, and those from before are of the ring', async (t) => {
  const directory = await temporaryDirectory(t);
  const bytes = Buffer.alloc(1_000, 7);
  await writeFile(join(directory, 'notes.txt'), 'not of the ring');
  const fill = (count: number, from: number) => {
    const ring = new PacketRing({ ...options, directory });
    for (let index = 0; index < count; index++) ring.packet(bytes, 0, 1_000, 1_000, (from + index) * 1e6, 1);
    ring.end();
    return ring;
  };
  const first = fill(600, 0);
  t.true(first.begun > 4 && first.removed === first.begun - 4);
  const before = (await readdir(directory)).sort();
  t.is(before.length, 5);
  fill(10, 10_000);
  const after = (await readdir(directory)).sort();
  t.is(after.length, 5);
  t.true(after.includes('notes.txt'));
  t.is(after.filter((name) => before.includes(name)).length, 4);
  for (const name of after.filter((own) => own.startsWith('packets'))) {
    const { size, mode } = await stat(join(directory, name));
    t.true(size <= options.fileBytes);
    t.is(mode & 0o777, 0o600);
  }
});

test('a file ends when its packets are far enough apart, and a larger packet than any buffer is kept', async (t) => {
  const directory = await temporaryDirectory(t);
  const ring = new PacketRing({ ...options, directory, fileSeconds: 10 });
  const large = Buffer.alloc(300_000, 1);
  for (const second of [0, 5, 9.9, 10, 25]) ring.packet(large, 0, 20, 20, 1e15 + second * 1e6, 1);
  ring.packet(large, 0, large.length, large.length, 1e15 + 26e6, 1);
  ring.flush();
  const { packets, names } = await packetsIn(directory);
  t.is(packets.length, 6);
  t.is(names.length, 4);
  t.is(packets[5]!.bytes.length, 600_000);
  ring.end();
});

test('a directory that cannot be had is said at once', (t) => {
  t.throws(() => new PacketRing({ ...options, directory: '/dev/null/x' }), { code: 'ENOTDIR' });
});

test('where nothing more can be written the command ends with 1, and what is there can be read', async (t) => {
  const directory = await temporaryDirectory(t);
  const whole = join(directory, 'whole.pcap');
  const packets = Array.from({ length: 2_000 }, (_, index) => ({ bytes: Buffer.alloc(1_000), time: index }));
  await writeFile(whole, pcapFile(packets));
  const ring = join(directory, 'ring');
  const command = `trap '' XFSZ; ulimit -f 300; exec "$0" "$@"`;
  const main = join(import.meta.dirname, '../../../agent/main.ts');
  const args = [process.execPath, main, 'record', ring, '--read', whole, '--file-bytes', '1MiB'];
  const { status, stderr } = spawnSync('bash', ['-c', command, ...args], { encoding: 'utf8' });
  t.is(status, 1);
  t.regex(stderr, /EFBIG|too large/);
  const { packets: kept } = await packetsIn(ring);
  t.true(kept.length > 200 && kept.length < 300, String(kept.length));
});

test('the command cuts a capture into files that hold the same', async (t) => {
  const directory = await temporaryDirectory(t);
  const whole = join(directory, 'whole.pcap');
  await writeFile(
    whole,
    pcapFile(
      exchanges(2_000).flatMap(({ client, server, query, response, queryTime, responseTime }) => [
        { bytes: frame(plainPacket(client, query)), time: queryTime },
        { bytes: frame(plainPacket(server, response)), time: responseTime },
      ]),
    ),
  );
  const ring = join(directory, 'ring');
  t.is(
    await runProgram(['record', ring, '--read', whole, '--file-bytes', '64KiB', '--files', '100'], parts),
    0,
  );
  const names = (await readdir(ring)).sort();
  t.true(names.length > 5);
  const sections = await Promise.all(names.map((name) => readFile(join(ring, name))));
  await writeFile(join(directory, 'joined.pcapng'), Buffer.concat(sections));
  const reader = new PcapngReader();
  const joined = Buffer.concat(sections);
  t.is(reader.read(joined, 0, joined.length, { packet: () => undefined }), joined.length);
  t.deepEqual(await verifyCapture(join(directory, 'joined.pcapng')), await verifyCapture(whole));
  t.is(await runProgram(['record', ring, '--read', whole, '--filter', 'udp'], parts), 64);
});
