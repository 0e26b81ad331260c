import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import test from 'ava';
import { measurePeer } from '../../../sensor/bench/peers.ts';
import { measureCompressed, measureProgram } from '../../../shared/bench/measure-program.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

/** Writes to both outputs, as peers do, and counts to so many, which takes processor time. */
const script = 'echo out; echo err >&2; n=0; while [ $n -lt "$1" ]; do n=$((n+1)); done';
const counting = (steps: number): string[] => ['sh', '-c', script, 'sh', String(steps)];

test("a program's processor time is taken, its text thrown away", async (t) => {
  const time = await measureProgram(counting(200_000));
  t.true(time!.seconds > 0 && time!.cpuSeconds > 0);
});

test('all that a program writes is compressed, and the time is that of both', async (t) => {
  const path = join(await temporaryDirectory(t), 'text.zst');
  const time = await measureCompressed(counting(200_000), path);
  const compressed = await readFile(path);
  t.is(zstdDecompressSync(compressed).toString(), 'out\nerr\n');
  t.is(time!.compressedBytes, compressed.length);
  t.true(time!.cpuSeconds > 0);
});

test('a program that is not installed or fails has no time', async (t) => {
  const path = join(await temporaryDirectory(t), 'text.zst');
  for (const command of [['no-such-program'], ['sh', '-c', 'echo begun; exit 3']]) {
    t.is(await measureProgram(command), undefined);
    t.is(await measureCompressed(command, path), undefined);
    t.is(await measurePeer(command, 1, path), null);
  }
});

test('a peer is measured both ways', async (t) => {
  const path = join(await temporaryDirectory(t), 'text.zst');
  const peer = await measurePeer(counting(200_000), 1_000, path);
  t.true(peer!.perSecond > 0 && peer!.perCpuSecond > 0);
  t.true(peer!.compressed!.perSecond > 0 && peer!.compressed!.perCpuSecond > 0);
});
