import test, { type ExecutionContext } from 'ava';
import { fingerprintResolver } from '../../../../scanner/checks/fingerprint/fingerprint-resolver.ts';
import { recogniseSoftware } from '../../../../scanner/checks/fingerprint/resolver-software.ts';
import { AddressPolicy } from '../../../../scanner/network/address-policy.ts';
import { createDnsNetwork } from '../../../../scanner/network/dns/create-dns-network.ts';
import { freePort } from '../../../support/free-port.ts';
import { startBind } from '../../../support/resolvers/bind.ts';
import { startUnbound } from '../../../support/resolvers/unbound.ts';
import { systemRandom } from '../../../support/system-random.ts';

const names = { secure: 'ready.example', bogus: 'ready.example', minimisation: undefined };

function look(port: number) {
  const network = createDnsNetwork({
    policy: new AddressPolicy(['127.0.0.0/8']),
    rootServers: [],
    clock: Date,
    random: systemRandom,
    timeoutMilliseconds: 1_000,
  });
  const dns = network.forScan({ questions: 100, milliseconds: 20_000 });
  const signal = AbortSignal.timeout(20_000);
  return fingerprintResolver('127.0.0.1', { dns, signal }, { names, port });
}

test('a real Unbound is known for what it is', async (t: ExecutionContext) => {
  const { port } = await startUnbound(
    t,
    `  identity: "resolver one"
  nsid: "ascii_one"
  local-zone: "." static
  local-data: ". NS localhost."
  deny-any: yes`,
  );
  const { result, errors } = await look(port);
  t.deepEqual(errors, []);
  t.like(result, { resolver: '127.0.0.1', reachable: true });
  t.is(result.software?.name, 'Unbound');
  t.regex(result.software?.version ?? '', /^\d+\.\d+/);
  t.like(result.identity, {
    idServer: 'resolver one',
    hostnameBind: 'resolver one',
    nsid: 'one',
    authors: null,
  });
  t.like(result.edns, { supported: true, version: 0 });
  t.like(result.behaviour, {
    keepsCase: true,
    answersTcp: true,
    validatesDnssec: false,
    refusesAny: true,
    cookies: false,
    minimisesNames: null,
  });
  t.is(typeof result.milliseconds, 'number');
});

test('a real BIND is known for what it is', async (t) => {
  const { port } = await startBind(t, '  server-id "bind-one";\n  hostname "bind-host";\n  minimal-any no;');
  const { result } = await look(port);
  t.is(result.software?.name, 'BIND');
  t.like(result.identity, { idServer: 'bind-one', hostnameBind: 'bind-host', nsid: 'bind-one' });
  t.regex(result.identity.authors ?? '', /Mark Andrews/);
  t.like(result.behaviour, { cookies: true, answersTcp: true, keepsCase: true });
});

test('a resolver that hides its version is known by its authors, or not at all', (t) => {
  t.like(recogniseSoftware([null, null], 'Bob Halley; Mark Andrews'), { name: 'BIND', version: null });
  t.is(recogniseSoftware([null, 'none of your business'], null), null);
  for (const [text, name, version] of [
    ['unbound 1.17.1', 'Unbound', '1.17.1'],
    ['PowerDNS Recursor 4.8.8 (built Nov 1)', 'PowerDNS Recursor', '4.8.8'],
    ['dnsmasq-2.89', 'dnsmasq', '2.89'],
    ['dnsmasq-pi-hole-v2.90', 'Pi-hole FTL', 'v2.90'],
    ['9.18.28-1~deb12u2-Debian', 'BIND', '9.18.28-1~deb12u2-Debian'],
    ['CoreDNS-1.11.1', 'CoreDNS', '1.11.1'],
    ['Microsoft DNS 10.0.17763 (456)', 'Microsoft DNS', '10.0.17763'],
    ['Q9-U-8.4', 'Quad9', 'U-8.4'],
    ['unbound', 'Unbound', null],
  ] as const) {
    t.like(recogniseSoftware([text], null), { name, version }, text);
  }
});

test('where nobody answers all is unknown', async (t) => {
  const { result, errors } = await look(await freePort());
  t.false(result.reachable);
  t.is(result.software, null);
  t.is(errors.length, 1);
  t.true(Object.values(result.behaviour).every((value) => value === null));
});
