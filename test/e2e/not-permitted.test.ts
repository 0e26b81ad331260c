import { join } from 'node:path';
import test from 'ava';
import { rootDirectory, run } from '../launcher/support.ts';

test('an agent that may not capture says so and how to grant it', async (t) => {
  const before =
    process.getuid?.() === 0 ? ['setpriv', '--reuid=65534', '--clear-groups', '--bounding-set=-all'] : [];
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
