import { readFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import test, { type ExecutionContext } from 'ava';
import { AddressPolicy } from '../../../../scanner/network/address-policy.ts';
import { createSmtpProbe } from '../../../../scanner/network/smtp/create-smtp-probe.ts';
import type { SmtpSession } from '../../../../scanner/ports/smtp-probe.ts';
import { ProbeError } from '../../../../scanner/ports/tls-session.ts';
import { makeCertificate } from '../../../support/certificates.ts';
import {
  injectableServer,
  type Listening,
  mailServer,
  talkingServer,
} from '../../../support/scans/smtp-servers.ts';
import { temporaryDirectory } from '../../../support/temporary-directory.ts';

const limits = { connect: 15_000, conversation: 15_000, injection: 15_000 };

async function credentials(t: ExecutionContext) {
  const { certificate, key } = await makeCertificate(await temporaryDirectory(t), 'mail');
  return { cert: await readFile(certificate), key: await readFile(key) };
}

function converse(
  { address, port }: Listening,
  authority?: Buffer,
  timeouts: Partial<typeof limits> = {},
): Promise<SmtpSession> {
  const probe = createSmtpProbe({
    policy: new AddressPolicy(['127.0.0.1/32']),
    heloName: 'scanner.example',
    timeouts: { ...limits, ...timeouts },
    ...(authority && { extraAuthorities: [authority.toString()] }),
  });
  return probe.converse({ address, port, serverName: 'localhost', signal: AbortSignal.timeout(40_000) });
}

async function failure(t: ExecutionContext, promise: Promise<unknown>): Promise<string> {
  return (await t.throwsAsync(promise, { instanceOf: ProbeError })).failure;
}

test('a mail server with STARTTLS is seen whole', async (t) => {
  const own = await credentials(t);
  const server = await mailServer(t, { ...own, size: 1_000_000, banner: 'at your service' });
  const session = await converse(server, own.cert);
  t.regex(session.banner, /at your service/);
  t.true(session.offersStartTls);
  t.true(session.extensions.includes('SIZE 1000000'));
  t.like(session.tls, { version: 'TLSv1.3', trusted: true });
  t.is(session.tls?.chain.length, 1);
  t.false(session.takesInjectedCommands);
});

test('a certificate that nobody vouches for is shown, with the reason', async (t) => {
  const session = await converse(await mailServer(t, await credentials(t)));
  t.like(session.tls, { trusted: false, trustError: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
});

test('a server of TLS 1.0 is seen too', async (t) => {
  const own = await credentials(t);
  const session = await converse(
    await mailServer(t, { ...own, minVersion: 'TLSv1', maxVersion: 'TLSv1', ciphers: 'DEFAULT@SECLEVEL=0' }),
  );
  t.is(session.tls?.version, 'TLSv1');
});

test('a server without STARTTLS', async (t) => {
  const session = await converse(await mailServer(t, { disabledCommands: ['STARTTLS'] }));
  t.false(session.offersStartTls);
  t.is(session.tls, undefined);
  t.is(session.takesInjectedCommands, undefined);
});

test('commands in the clear that are carried over into TLS are noticed', async (t) => {
  const session = await converse(await talkingServer(t, injectableServer(await credentials(t))));
  t.true(session.takesInjectedCommands);
});

/** Answers every line with the next of these. */
function script(...replies: readonly string[]): (socket: Socket) => void {
  return (socket) => {
    const left = [...replies];
    socket.write(left.shift() ?? '');
    socket.on('data', () => socket.write(left.shift() ?? ''));
  };
}

const ready = ['220 hello\r\n', '250-hello\r\n250-PIPELINING\r\n250 STARTTLS\r\n'] as const;

test('servers that offer STARTTLS and do not do it', async (t) => {
  const refused = await converse(await talkingServer(t, script(...ready, '454 not now\r\n')));
  t.true(refused.offersStartTls);
  t.is(refused.tlsError, 'STARTTLS was answered with 454 not now.');
  const broken = await converse(await talkingServer(t, script(...ready, '220 go\r\n', 'no TLS at all\r\n')));
  t.truthy(broken.tlsError);
  const early = await converse(await talkingServer(t, script(...ready, '220 go\r\n250 more\r\n')));
  t.regex(early.tlsError ?? '', /in the clear/);
  const silent = await converse(await talkingServer(t, script(...ready, '220 go\r\n')), undefined, {
    conversation: 400,
  });
  t.truthy(silent.tlsError);
});

test('replies may come in pieces and in many lines', async (t) => {
  const server = await talkingServer(t, (socket) => {
    const pieces = ['22', '0-two\r\n22', '0 lines\r', '\n'];
    const next = () => {
      const piece = pieces.shift();
      if (piece !== undefined) socket.write(piece, () => setImmediate(next));
    };
    next();
    socket.on('data', () => socket.write('250-a\r\n250-SIZE  5\r\n250 auth=login\r\n'));
  });
  const session = await converse(server);
  t.is(session.banner, 'two lines');
  t.deepEqual(session.extensions, ['SIZE 5', 'AUTH=LOGIN']);
});

test('what is no conversation ends with a reason', async (t) => {
  const expect = async (talk: (socket: Socket) => void, expected: string, timeouts = {}) =>
    t.is(await failure(t, converse(await talkingServer(t, talk), undefined, timeouts)), expected);
  await expect((socket) => void socket.end('554 go away\r\n'), 'refused');
  await expect((socket) => void socket.end(), 'unreachable');
  await expect((socket) => void socket.destroy(), 'unreachable');
  await expect((socket) => void socket.write('HTTP/1.1 400 Bad Request\r\n\r\n'), 'malformed');
  await expect((socket) => void socket.write(`220 ${'x'.repeat(5_000)}`), 'too_large');
  await expect((socket) => void socket.write('220-again\r\n'.repeat(500)), 'too_large');
  await expect(() => {}, 'timeout', { conversation: 300 });
});

test('a banner without end costs neither time nor memory', async (t) => {
  const endless = await talkingServer(t, (socket) => {
    const pour = () => {
      while (socket.writable && socket.write('220-and on\r\n'.repeat(100)));
      if (socket.writable) socket.once('drain', pour);
    };
    pour();
  });
  t.is(await failure(t, converse(endless)), 'too_large');
  const drip = await talkingServer(t, (socket) => {
    const timer = setInterval(() => socket.writable && socket.write('220-slowly\r\n'), 20);
    socket.on('close', () => clearInterval(timer));
  });
  t.is(await failure(t, converse(drip, undefined, { conversation: 400 })), 'timeout');
});

test('nobody is connected to who must not be', async (t) => {
  t.is(await failure(t, converse({ address: '192.0.2.1', port: 25 })), 'refused_by_policy');
  t.is(await failure(t, converse({ address: '127.0.0.1', port: 1 })), 'refused');
});

test('a server that serves one connection at a time is seen all the same', async (t) => {
  const own = await credentials(t);
  const server = await mailServer(t, { ...own, maxClients: 1 });
  const session = await converse(server, own.cert, { injection: 200 });
  t.true(session.tls?.trusted);
});

test('a probe that is called off ends at once', async (t) => {
  const { address, port } = await talkingServer(t, () => {});
  const probe = createSmtpProbe({ policy: new AddressPolicy(['127.0.0.1/32']), heloName: 'scanner.example' });
  const ending = new AbortController();
  const conversing = probe.converse({ address, port, serverName: 'localhost', signal: ending.signal });
  setTimeout(() => ending.abort(), 50);
  t.is(await failure(t, conversing), 'timeout');
  const after = probe.converse({ address, port, serverName: 'localhost', signal: ending.signal });
  t.is(await failure(t, after), 'timeout');
});
