import { join } from 'node:path';
import test from 'ava';
import { rootDirectory, run } from '../launcher/support.ts';

test('an agent that may not capture says so and how to grant it', async (t) => {
  // Root without the right, rather than another user: a checkout may lie where nobody else may read.
  const caps = '-net_raw,-net_admin';
  const before = process.getuid?.() === 0 ? ['setpriv', `--bounding-set=${caps}`, `--inh-caps=${caps}`] : [];
  const state = `/tmp/sonde-not-permitted-${process.pid}`;
  const command = [
    ...before,
    process.execPath,
    join(rootDirectory, 'agent', 'main.ts'),
    ...['run', '--interface', 'lo', '--collector', 'http://127.0.0.1:9', '--key', 'sonde_loc_unused'],
    ...['--state', state],
  ];
  const { code, stderr } = await run(command[0]!, command.slice(1));
  t.is(code, 77, stderr);
  t.regex(stderr, /not permitted/);
  t.regex(stderr, /setcap/);
});
