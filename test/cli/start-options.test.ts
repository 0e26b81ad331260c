import { join } from 'node:path';
import test from 'ava';
import { rootDirectory } from '../../cli/programs/program.ts';
import { startOptions } from '../../cli/start/options.ts';

test('what the arguments leave open is taken from the environment, as the collector by itself takes it', (t) => {
  const environment = { SONDE_LISTEN: '127.0.0.1:8181,[::1]:8181', SONDE_DATA: '/var/lib/sonde' };
  t.like(startOptions({ agent: true }, environment), {
    listen: ['127.0.0.1:8181', '[::1]:8181'],
    data: '/var/lib/sonde',
  });
  t.like(startOptions({ listen: '127.0.0.1:8282', data: '/srv/sonde', agent: false }, environment), {
    listen: ['127.0.0.1:8282'],
    data: '/srv/sonde',
  });
  t.like(startOptions({ agent: true }, {}), {
    listen: ['127.0.0.1:8080'],
    data: join(rootDirectory, '.sonde'),
  });
});
