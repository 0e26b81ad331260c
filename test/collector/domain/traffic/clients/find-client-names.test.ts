import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { type DecodedPacket, decode, encode } from 'dns-packet';
import {
  type FindClientNamesPorts,
  lookUpClients,
  takeLeases,
} from '../../../../../collector/domain/traffic/clients/find-client-names.ts';
import { createClientNaming } from '../../../../../collector/start/parts/create-client-naming.ts';
import { FakeClientNames } from '../../../../support/fakes/fleet/client-names.ts';
import { silentLog } from '../../../../support/silent-log.ts';
import { temporaryDirectory } from '../../../../support/temporary-directory.ts';

/** A resolver of a network that knows one name, and writes down what it is asked. */
async function startResolver(t: ExecutionContext) {
  const asked: string[] = [];
  const socket = createSocket('udp4', (message, from) => {
    const { id, questions } = decode(message) as DecodedPacket;
    const name = questions?.[0]?.name ?? '';
    asked.push(name);
    const answers =
      name === '20.1.168.192.in-addr.arpa' ? [{ type: 'PTR' as const, name, data: 'nas.lan' }] : [];
    const flags = answers.length === 0 ? 3 : 0;
    socket.send(
      encode({ type: 'response', id: id ?? 0, flags: 0x8180 | flags, questions: questions ?? [], answers }),
      from.port,
      from.address,
    );
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  t.teardown(() => socket.close());
  return { address: '127.0.0.1', port: socket.address().port, asked };
}

function portsOf(
  naming: ReturnType<typeof createClientNaming>['clientNaming'],
  clients: readonly string[] = [],
): FindClientNamesPorts & { clientNames: FakeClientNames } {
  return {
    clientNaming: naming,
    clientNames: new FakeClientNames(),
    locations: {
      find: async () => undefined,
      list: async () => ({ count: 1, locations: [{ id: 7 }] as never }),
    },
    traffic: {
      overview: async () => ({ topClients: clients.map((name) => ({ name, count: 1 })) }) as never,
    },
    clock: { now: () => Date.UTC(2026, 10, 23) },
    log: silentLog,
  };
}

test('private addresses are asked for, of the configured resolver alone, and once a day', async (t) => {
  const resolver = await startResolver(t);
  const { clientNaming } = createClientNaming({ clientLeases: [], clientResolver: resolver }, 1);
  const ports = portsOf(clientNaming, [
    '192.168.1.20',
    '198.41.0.4',
    '10.0.0.9',
    '2001:4860:4860::8888',
    'fd00::1',
  ]);
  const { signal } = new AbortController();
  await lookUpClients(ports, signal);
  t.deepEqual(await ports.clientNames.list(1), [
    { address: '192.168.1.20', name: 'nas.lan', source: 'reverse' },
  ]);
  const first = new Set(resolver.asked);
  t.is(first.size, 3, 'the public addresses are nobody else’s business');
  await lookUpClients(ports, signal);
  t.is(new Set(resolver.asked).size, 3);
  t.is(resolver.asked.length, 3);
});

test('leases name clients until they are gone from the file; a file that is away takes nothing back', async (t) => {
  const path = join(await temporaryDirectory(t), 'dnsmasq.leases');
  const { clientNaming } = createClientNaming({ clientLeases: [path], clientResolver: undefined }, 1);
  const time = { at: Date.UTC(2026, 10, 23) };
  const ports = { ...portsOf(clientNaming), clock: { now: () => time.at } };
  await writeFile(
    path,
    '0 02:00:00:00:00:01 192.168.1.20 desk *\n0 02:00:00:00:00:02 192.168.1.21 phone *\n',
  );
  await takeLeases(ports);
  t.is((await ports.clientNames.list(1)).length, 2);
  time.at += 60_000;
  await takeLeases({ ...ports, clientNaming: { ...clientNaming, leaseFiles: [`${path}.away`] } });
  t.is((await ports.clientNames.list(1)).length, 2);
  time.at += 60_000;
  await writeFile(path, '0 02:00:00:00:00:01 192.168.1.20 desk *\n');
  await takeLeases(ports);
  t.deepEqual(await ports.clientNames.list(1), [{ address: '192.168.1.20', name: 'desk', source: 'lease' }]);
});
