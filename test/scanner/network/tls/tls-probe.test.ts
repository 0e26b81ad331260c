import { createServer as createPlain } from 'node:net';
import test from 'ava';
import { AddressPolicy } from '../../../../scanner/network/address-policy.ts';
import { createTlsProbe } from '../../../../scanner/network/tls/create-tls-probe.ts';
import { readTrustRoots } from '../../../../scanner/network/tls/read-trust-roots.ts';
import { ProbeError } from '../../../../scanner/ports/tls-session.ts';
import { makeAuthority, makeServer } from '../../../support/x509/make-certificate.ts';
import { startRawServer, startTlsServer } from '../../../support/x509/tls-server.ts';

const root = makeAuthority('Root');
const middle = makeAuthority('Middle', { issuer: root });
const own = makeServer(['www.example.com'], middle);
const policy = new AddressPolicy(['127.0.0.0/8']);

function probe(timeout?: number) {
  return createTlsProbe({ policy, extraAuthorities: [root.pem], ...(timeout !== undefined && { timeout }) });
}

function target(port: number, change: object = {}) {
  return {
    address: '127.0.0.1',
    port,
    serverName: 'www.example.com',
    signal: new AbortController().signal,
    ...change,
  };
}

async function failureOf(handshake: Promise<unknown>): Promise<string> {
  try {
    await handshake;
    return 'none';
  } catch (error) {
    if (error instanceof ProbeError) return error.failure;
    throw error;
  }
}

test('a chain comes in the order in which it was sent, with what does not belong', async (t) => {
  const stranger = makeAuthority('Stranger');
  const port = await startTlsServer(t, [own, root, stranger, middle, middle]);
  for (const maxVersion of ['TLSv1.2', 'TLSv1.3'] as const) {
    const session = await probe().handshake(target(port, { maxVersion }));
    t.is(session.version, maxVersion);
    t.true(session.trusted);
    const sent = [own, root, stranger, middle, middle].map(({ der }) => der.toString('hex'));
    t.deepEqual(
      session.chain.map((der) => Buffer.from(der).toString('hex')),
      sent,
    );
  }
});

test('the protocol, the name and the staple are told', async (t) => {
  const staple = Buffer.from('300a', 'hex');
  const names: string[] = [];
  const port = await startTlsServer(t, [own, middle], {
    staple,
    ALPNProtocols: ['h2', 'http/1.1'],
    SNICallback: (name, answer) => {
      names.push(name);
      answer(null);
    },
  });
  const session = await probe().handshake(target(port, { alpn: ['http/1.1', 'h2'] }));
  t.is(session.alpn, 'h2');
  t.deepEqual(session.ocspResponse && Buffer.from(session.ocspResponse), staple);
  t.deepEqual(names, ['www.example.com']);
  t.regex(session.cipher, /^TLS_/);
});

test('a chain that does not verify is told with its reason', async (t) => {
  const port = await startTlsServer(t, [own]);
  const session = await probe().handshake(target(port));
  t.false(session.trusted);
  t.is(session.trustError, 'UNABLE_TO_VERIFY_LEAF_SIGNATURE');
});

test('old versions can be asked for, and refused', async (t) => {
  const old = await startTlsServer(t, [own, middle], { minVersion: 'TLSv1', ciphers: 'DEFAULT@SECLEVEL=0' });
  t.is((await probe().handshake(target(old, { minVersion: 'TLSv1', maxVersion: 'TLSv1' }))).version, 'TLSv1');
  const modern = await startTlsServer(t, [own, middle], { minVersion: 'TLSv1.3' });
  t.is(await failureOf(probe().handshake(target(modern, { maxVersion: 'TLSv1.2' }))), 'refused');
});

test('a thousand names are read, and more than OpenSSL reads is too large', async (t) => {
  const many = makeServer(
    Array.from({ length: 1_000 }, (_, n) => `host-${n}.example.com`),
    middle,
  );
  const session = await probe().handshake(target(await startTlsServer(t, [many, middle])));
  t.is(session.chain.length, 2);
  const tooMany = makeServer(
    Array.from({ length: 6_000 }, (_, n) => `host-${n}.example.com`),
    middle,
  );
  t.is(await failureOf(probe().handshake(target(await startTlsServer(t, [tooMany])))), 'too_large');
});

test('hostile servers end in a failure', async (t) => {
  const closed = createPlain();
  await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
  const { port: closedPort } = closed.address() as { port: number };
  await new Promise((resolve) => closed.close(resolve));
  t.is(await failureOf(probe().handshake(target(closedPort))), 'refused');

  const plain = await startRawServer(t, (socket) => socket.write('220 hello\r\n'));
  t.is(await failureOf(probe().handshake(target(plain))), 'malformed');

  const hangingUp = await startRawServer(t, (socket) => socket.end());
  t.true(['malformed', 'refused'].includes(await failureOf(probe().handshake(target(hangingUp)))));

  const silent = await startRawServer(t, () => {});
  t.is(await failureOf(probe(100).handshake(target(silent))), 'timeout');

  // Records of a handshake message that says it is 16 MB long.
  const endless = await startRawServer(t, (socket) => {
    const record = Buffer.concat([Buffer.from('1603034000', 'hex'), Buffer.alloc(0x4000, 0)]);
    record.set(Buffer.from('02ffffff', 'hex'), 5);
    const more = () => {
      while (socket.writable && socket.write(record));
    };
    socket.on('drain', more);
    socket.once('data', more);
  });
  t.not(await failureOf(probe(2_000).handshake(target(endless))), 'none');

  const trickling = await startRawServer(t, (socket) => {
    const timer = setInterval(() => socket.write(Buffer.from([0x16])), 20);
    socket.once('close', () => clearInterval(timer));
  });
  t.true(['timeout', 'malformed'].includes(await failureOf(probe(300).handshake(target(trickling)))));
});

test('what the policy forbids is not connected to, and a scan that ends ends the handshake', async (t) => {
  const strict = createTlsProbe({ policy: new AddressPolicy([]) });
  t.is(await failureOf(strict.handshake(target(443))), 'refused_by_policy');
  t.is(await failureOf(strict.handshake(target(443, { address: 'www.example.com' }))), 'refused_by_policy');
  const silent = await startRawServer(t, () => {});
  const ending = new AbortController();
  const handshake = failureOf(probe().handshake(target(silent, { signal: ending.signal })));
  ending.abort();
  t.is(await handshake, 'timeout');
  t.is(await failureOf(probe().handshake(target(silent, { signal: ending.signal }))), 'timeout');
});

test("roots are the system's and our own", (t) => {
  const roots = readTrustRoots([`${root.pem}\n${middle.pem}`]);
  t.true(roots.length > 50);
  t.deepEqual(
    roots.slice(-2).map((der) => Buffer.from(der).toString('hex')),
    [root.der.toString('hex'), middle.der.toString('hex')],
  );
});
