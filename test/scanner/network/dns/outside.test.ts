import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { endingsOf, leakSystems, outsideDns, outsideSystems } from '@sonde/shared/dns/outside-dns.ts';
import test from 'ava';
import { parse } from 'tldts';
import { AddressPolicy } from '../../../../scanner/network/address-policy.ts';
import { createDnsNetwork } from '../../../../scanner/network/dns/create-dns-network.ts';
import { createNameResolver } from '../../../../scanner/network/dns/name-resolver.ts';
import { createSystemResolver } from '../../../../scanner/network/system-resolver.ts';
import { systemClock as clock, systemRandom as random } from '../../../../shared/system/system.ts';

const names = [
  'x.onion',
  'onion',
  'www.x.onion',
  'stats.i2p',
  'nick.eth',
  'brad.crypto',
  'example.bit',
  'a.b.alt',
  'x.gnu',
  'some.welcome',
  'printer.local',
];

test('no ending of another system is one of the Internet', (t) => {
  for (const system of outsideSystems) {
    for (const ending of endingsOf(system)) {
      // The list has it for what is below: RFC 7686 made it no domain of the Internet.
      if (ending === 'onion') continue;
      t.not(parse(`x.${ending}`, { allowPrivateDomains: false }).isIcann, true, ending);
    }
  }
  t.false((leakSystems as readonly string[]).includes('special'));
});

test('a name of another system tells which operation is for it', (t) => {
  t.like(outsideDns('nick.eth'), { system: 'ens', operation: '/api/v2/web3/ens/resolve' });
  t.like(outsideDns('a.b.alt'), { system: 'alt', operation: null, rule: 'RFC 9476' });
  t.is(outsideDns('some.welcome'), undefined);
  t.is(outsideDns('some.welcome', new Set(['welcome']))?.system, 'handshake');
  for (const name of ['example.com', 'eth.example.com', 'onion.to', '.', 'com', 'constructor', 'xeth']) {
    t.is(outsideDns(name), undefined, name);
  }
});

test('the DNS is never asked for a name of another system, whoever asks and whichever way', async (t) => {
  const socket = createSocket('udp4');
  const asked: string[] = [];
  socket.on('message', (message) => asked.push(message.toString('latin1')));
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  t.teardown(() => socket.close());
  const { port } = socket.address();
  const common = {
    policy: new AddressPolicy(['127.0.0.1/32']),
    rootServers: [{ name: 'a.root', addresses: ['127.0.0.1'] }],
    ports: new Map([['127.0.0.1', port]]),
    handshakeEndings: new Set(['welcome']),
    clock,
    random,
    timeoutMilliseconds: 200,
  };
  const signal = AbortSignal.timeout(30_000);
  for (const network of [createDnsNetwork(common), createDnsNetwork({ ...common, stub: ['127.0.0.1'] })]) {
    const dns = network.forScan({ questions: 100, milliseconds: 20_000 });
    for (const name of names) {
      const { failure, failureMessage } = await dns.resolve(name, 1);
      t.is(failure, 'outside_dns', name);
      t.regex(failureMessage ?? '', /which is never asked for it/);
      t.is((await dns.ask('127.0.0.1', { name, type: 16 })).failure, 'outside_dns');
      t.is((await dns.zoneOf(name)).apex, undefined);
      t.is((await network.zones.transfer('127.0.0.1', name)).failure, 'outside_dns');
      await t.throwsAsync(createNameResolver(network).addresses(name, signal), { message: /never asked/ });
    }
    t.is(dns.questionsAsked, 0);
  }
  const system = createSystemResolver([`127.0.0.1:${port}`]);
  await t.throwsAsync(system.addresses('Hooks.X.Onion.', signal), { message: /never asked/ });
  t.deepEqual(asked, []);
  // The same socket is asked for a domain.
  await createDnsNetwork(common).forScan({ questions: 5, milliseconds: 2_000 }).resolve('example.com', 1);
  t.true(asked.length > 0);
});

test('what is special to a network is asked of that network alone', async (t) => {
  const network = createDnsNetwork({
    policy: new AddressPolicy([]),
    rootServers: [],
    stub: ['127.0.0.1'],
    asksSpecialNames: true,
    clock,
    random,
  });
  const dns = network.forScan({ questions: 5, milliseconds: 1_000 });
  t.is((await dns.resolve('host.corp.local', 1)).failure, 'refused_by_policy');
  t.is((await dns.resolve('x.onion', 1)).failure, 'outside_dns');
});
