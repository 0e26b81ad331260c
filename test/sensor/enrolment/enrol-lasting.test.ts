import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { enrolLasting } from '@sonde/sensor/enrolment/enrol.ts';
import { systemRandom } from '@sonde/shared/system/system.ts';
import test from 'ava';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

test('machines that were started together do not ask a busy collector for their keys together, nor sooner than it said', async (t) => {
  const server = createServer((_request, response) =>
    response.writeHead(503, { 'retry-after': '4' }).end('{}'),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => server.close());
  const collectors = [`http://127.0.0.1:${(server.address() as AddressInfo).port}`];
  const waitsOf = async (chance: number): Promise<number[]> => {
    const waits: number[] = [];
    const directory = { path: await temporaryDirectory(t), senderId: systemRandom.uuid() };
    const site = {
      collectors,
      token: 'token',
      authorities: undefined,
      directory,
      software: 'test',
      host: 'test',
    };
    const enrolling = enrolLasting(
      { ...site, random: systemRandom },
      {
        chance: () => chance,
        wait: async (milliseconds) => {
          waits.push(milliseconds);
          if (waits.length === 2) throw new Error('enough');
        },
        onFailure: () => {},
      },
    );
    await t.throwsAsync(enrolling, { message: 'enough' });
    return waits;
  };
  t.deepEqual(await waitsOf(0), [4_000, 4_000]);
  t.deepEqual(await waitsOf(0.5), [5_000, 5_000]);
});
