import { readFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import test, { type ExecutionContext } from 'ava';
import { SMTPServer } from 'smtp-server';
import { createSmtpMailer } from '../../../collector/network/smtp-mailer.ts';
import { AddressPolicy } from '../../../scanner/network/address-policy.ts';
import { FetchError } from '../../../scanner/ports/fetch.ts';
import { makeCertificate } from '../../support/certificates.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

/** A mail server on loopback that keeps what it is given. */
async function startServer(t: ExecutionContext) {
  const directory = await temporaryDirectory(t);
  const paths = await makeCertificate(directory, 'mail');
  const [cert, key] = await Promise.all([readFile(paths.certificate, 'utf8'), readFile(paths.key, 'utf8')]);
  const received: { from: string; to: string[]; text: string; user: string; secure: boolean }[] = [];
  const server = new SMTPServer({
    cert,
    key,
    authOptional: true,
    onAuth: ({ username, password }, _session, callback) => {
      if (password === 'p@ss') callback(null, { user: username });
      else callback(new Error('wrong password'));
    },
    onData: async (stream, session, callback) => {
      const parts: Buffer[] = [];
      for await (const part of stream) parts.push(part as Buffer);
      const { mailFrom, rcptTo } = session.envelope;
      received.push({
        from: mailFrom === false ? '' : mailFrom.address,
        to: rcptTo.map(({ address }) => address),
        text: Buffer.concat(parts).toString(),
        user: String(session.user ?? ''),
        secure: session.secure,
      });
      callback();
    },
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const { port } = server.server.address() as AddressInfo;
  return { received, port, cert };
}

const mail = { to: 'ada@example.com', subject: 'high: bad.example', text: 'a tunnel\n' };
const signal = () => AbortSignal.timeout(60_000);
const from = 'Sonde <sonde@example.com>';
const resolver = { addresses: async () => ['127.0.0.1'] };
const policy = new AddressPolicy(['127.0.0.1/32']);

test('a mail is handed over at the vetted address, with a password over TLS only', async (t) => {
  const { received, port, cert } = await startServer(t);
  const url = `smtp://user:p%40ss@localhost:${port}`;
  await createSmtpMailer({ url, from, authorities: [cert] }, { resolver, policy })(mail, signal());
  t.like(received[0], { from: 'sonde@example.com', user: 'user', secure: true });
  t.deepEqual(received[0]!.to, ['ada@example.com']);
  t.regex(received[0]!.text, /^Subject: high: bad\.example\r$/m);
  t.regex(received[0]!.text, /a tunnel/);
});

test('what goes wrong is told, and says whether the guard refused', async (t) => {
  const { received, port, cert } = await startServer(t);
  const send = (url: string, guard = { resolver, policy }) =>
    createSmtpMailer({ url, from, authorities: [cert] }, guard)(mail, signal());
  const failure = async (promise: Promise<void>) =>
    (await t.throwsAsync(promise, { instanceOf: FetchError })).failure;
  t.is(await failure(send(`smtp://user:wrong@localhost:${port}`)), 'unreachable');
  // Its certificate is for another name.
  t.is(await failure(send(`smtp://user:p%40ss@mail.example:${port}`)), 'unreachable');
  t.is(await failure(send('smtp://localhost:1')), 'unreachable');
  t.is(
    await failure(send(`smtp://localhost:${port}`, { resolver, policy: new AddressPolicy([]) })),
    'refused',
  );
  t.deepEqual(received, []);
});

test('an abort ends a mail that a silent server holds up', async (t) => {
  const silent = createServer();
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  t.teardown(() => silent.close());
  const { port } = silent.address() as AddressInfo;
  const send = createSmtpMailer({ url: `smtp://localhost:${port}`, from }, { resolver, policy });
  await t.throwsAsync(send(mail, AbortSignal.timeout(100)), { name: 'TimeoutError' });
});
