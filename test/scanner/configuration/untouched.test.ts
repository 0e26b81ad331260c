import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

const program = new URL('../../support/configurations/judge-all-main.ts', import.meta.url).pathname;

test('no file, process or socket is touched while a configuration is judged', async (t) => {
  const directory = await temporaryDirectory(t);
  const trace = join(directory, 'trace');
  const calls = 'trace=%file,%process,%network';
  const said = execFileSync('strace', ['-f', '-qq', '-o', trace, '-e', calls, process.execPath, program], {
    encoding: 'utf8',
  });
  t.regex(said, /^[1-9]\d+ findings/);
  const lines = readFileSync(trace, 'utf8').split('\n');
  const at = (mark: string) => lines.findIndex((line) => line.includes(`"/${mark}"`));
  t.true(at('begin') > 0 && at('end') > at('begin'));
  const touched = lines
    .slice(at('begin') + 1, at('end'))
    .filter((line) => !/ resumed>|exited with/.test(line));
  t.deepEqual(touched, []);
});
