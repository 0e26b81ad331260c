import { execFileSync, spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import test from 'ava';
import { openFile } from '../../../agent/capture/capture-file.ts';
import { decompressedBy } from '../../../agent/capture/decompress-by-program.ts';
import { verifyCapture } from '../../../agent/pipeline/verify.ts';
import { pcapFile } from '../../support/packets/capture-file.ts';
import { plainPacket } from '../../support/packets/carriers.ts';
import { frame } from '../../support/packets/network.ts';
import { exchanges } from '../../support/packets/transactions.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

const plain = pcapFile(
  exchanges(200).flatMap(({ client, server, query, response, queryTime, responseTime }) => [
    { bytes: frame(plainPacket(client, query)), time: queryTime },
    { bytes: frame(plainPacket(server, response)), time: responseTime },
  ]),
);
const nothing = { packet: () => undefined };
const by = (program: string, options: readonly string[], input: Uint8Array = plain): Buffer =>
  execFileSync(program, options, { input, maxBuffer: 64 * 1024 * 1024 });

for (const [name, program, options] of [
  ['xz', 'xz', ['-c']],
  ['xz at its strongest', 'xz', ['-9ec']],
  ['lz4', 'lz4', ['-c']],
  ['lz4 of old', 'lz4', ['-lc']],
  ['bzip2', 'bzip2', ['-c']],
] as const) {
  test(`a file that ${name} compressed is read whole, in one piece or several, and missed if its end is lacking`, async (t) => {
    const path = join(await temporaryDirectory(t), 'capture');
    const whole = by(program, options);
    const pieces = [plain.subarray(0, 1_000), plain.subarray(1_000)].map((part) =>
      by(program, options, part),
    );
    for (const bytes of [whole, Buffer.concat(pieces)]) {
      await writeFile(path, bytes);
      t.like(await verifyCapture(path), { packets: 400, pairs: 200, truncated: false, damage: null });
    }
    await writeFile(path, whole.subarray(0, whole.length - 40));
    const error = await t.throwsAsync(openFile(path).run(nothing));
    t.like(error, { name: 'CaptureError' });
    t.regex(error!.message, /ends within its compressed data|can't be decompressed/);
  });
}

test('what a little file grows to fills no memory: it is read as it comes, and given up as soon as it is no capture', async (t) => {
  const path = join(await temporaryDirectory(t), 'zeros.xz');
  const { stdout } = spawnSync('sh', ['-c', 'head -c 400000000 /dev/zero | xz -0c'], { maxBuffer: 1 << 24 });
  t.true(stdout.length < 1_000_000);
  await writeFile(path, stdout);
  await t.throwsAsync(openFile(path).run(nothing), { code: 'bad_file', message: /not a pcap/ });
});

test('a file that asks for more memory than one may take is refused', async (t) => {
  const path = join(await temporaryDirectory(t), 'greedy.xz');
  await writeFile(path, by('xz', ['-c', '--lzma2=dict=256MiB']));
  await t.throwsAsync(openFile(path).run(nothing), { code: 'bad_file', message: /xz reports: .*limit/ });
});

test('a capture of compressed octets can be stopped midway', async (t) => {
  const path = join(await temporaryDirectory(t), 'long.lz4');
  await writeFile(path, by('lz4', ['-c'], Buffer.concat([plain, ...Array(200).fill(plain.subarray(24))])));
  const source = openFile(path);
  let packets = 0;
  await source.run({
    packet: () => {
      if (++packets === 500) void source.stop();
    },
  });
  t.true(packets < 80_400);
});

test('a program that is not there is named, with the package that has it', async (t) => {
  const missing = { name: 'sonde-no-such-program', options: [], package: 'some-package', saysTruncated: /x/ };
  const bytes = async function* () {
    yield* Readable.from([Buffer.from('abcd')]) as AsyncIterable<Buffer>;
  };
  await t.throwsAsync(
    async () => {
      for await (const _ of decompressedBy(missing, bytes(), 'a.xz'));
    },
    { code: 'bad_file', message: /not have the program sonde-no-such-program\. .*some-package/ },
  );
});
