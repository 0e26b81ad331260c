import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import test from 'ava';

/** Has 256 MiB resident, and starts a child that tells what it says of itself. */
const parent = `
  import { execFileSync } from 'node:child_process';
  const held = Buffer.alloc(256 << 20, 1);
  const tell = "import('@sonde/shared/bench/own-memory.ts').then((own) => console.log(own.ownMostResidentBytes()))";
  process.stdout.write(execFileSync(process.execPath, ['-e', tell]));
  if (held[0] !== 1) throw new Error('not held');
`;

test('what the parent had resident is none of the memory of a measured process', async (t) => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', parent]);
  const bytes = Number(stdout);
  t.true(bytes > 2 ** 20 && bytes < 2 ** 28, stdout);
});
