import { join } from 'node:path';
import test from 'ava';
import { rootDirectory } from '../../scripts/programs/program.ts';
import { readOptions } from '../../scripts/start/options.ts';

test('what the arguments leave open is taken from the environment, as the collector by itself takes it', (t) => {
  const environment = { SONDE_LISTEN: '127.0.0.1:8181,[::1]:8181', SONDE_DATA: '/var/lib/sonde' };
  t.like(readOptions([], environment), {
    listen: ['127.0.0.1:8181', '[::1]:8181'],
    data: '/var/lib/sonde',
  });
  t.like(readOptions(['--listen', '127.0.0.1:8282', '--data', '/srv/sonde'], environment), {
    listen: ['127.0.0.1:8282'],
    data: '/srv/sonde',
  });
  t.like(readOptions([], {}), { listen: ['127.0.0.1:8080'], data: join(rootDirectory, '.sonde') });
});
