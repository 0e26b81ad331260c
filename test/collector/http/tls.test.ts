import { copyFile, utimes, writeFile } from 'node:fs/promises';
import { request } from 'node:https';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { connect, type PeerCertificate } from 'node:tls';
import test from 'ava';
import { addressUrl, type ListenAddress } from '../../../collector/http/server/listen-address.ts';
import { serve } from '../../../collector/http/server/serve.ts';
import { TlsFiles } from '../../../collector/http/server/tls-files.ts';
import { makeCertificate } from '../../support/certificates.ts';
import { silentLog } from '../../support/silent-log.ts';
import { systemRandom } from '../../support/system-random.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

const loopback = { kind: 'tcp', host: '127.0.0.1', port: 0 } as const;

function get(address: ListenAddress): Promise<string> {
  return new Promise((resolve, reject) => {
    request(addressUrl(address), { rejectUnauthorized: false, agent: false }, (response) =>
      resolve(text(response)),
    )
      .on('error', reject)
      .end();
  });
}

function servedName(address: ListenAddress): Promise<unknown> {
  if (address.kind !== 'tcp') throw new Error('a TCP address is needed');
  const { host, port } = address;
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, rejectUnauthorized: false }, () => {
      resolve((socket.getPeerCertificate() as PeerCertificate).subject.CN);
      socket.destroy();
    });
    socket.on('error', reject);
  });
}

test('TCP addresses serve TLS, a Unix socket stays as it is, and a renewed certificate is taken over', async (t) => {
  const directory = await temporaryDirectory(t);
  const paths = await makeCertificate(directory, 'first');
  const next = await makeCertificate(directory, 'second');
  const tls = await TlsFiles.open(paths, silentLog);
  t.teardown(() => tls.stop());
  const local = { kind: 'unix', path: join(directory, 'http.sock') } as const;
  const serving = await serve(
    (_request, response) => response.end('hello'),
    [loopback, local],
    systemRandom,
    {
      tls,
    },
  );
  t.teardown(() => serving.stop(0));
  const address = serving.addresses[0]!;
  t.regex(addressUrl(address), /^https:/);
  t.is(await get(address), 'hello');
  t.is(await servedName(address), 'first');
  t.false('secure' in serving.addresses[1]!);

  // Half of a renewal does not fit together, and changes nothing.
  await copyFile(next.certificate, paths.certificate);
  await utimes(paths.certificate, new Date(), new Date(Date.now() + 1_000));
  await tls.refresh();
  t.is(await servedName(address), 'first');
  await copyFile(next.key, paths.key);
  await utimes(paths.key, new Date(), new Date(Date.now() + 2_000));
  await tls.refresh();
  t.is(await servedName(address), 'second');
});

test('nothing starts without a certificate that fits its key', async (t) => {
  const directory = await temporaryDirectory(t);
  const one = await makeCertificate(directory, 'one');
  const two = await makeCertificate(directory, 'two');
  await t.throwsAsync(TlsFiles.open({ certificate: one.certificate, key: two.key }, silentLog));
  await t.throwsAsync(TlsFiles.open({ certificate: join(directory, 'none'), key: one.key }, silentLog));
  const nonsense = join(directory, 'nonsense');
  await writeFile(nonsense, 'not PEM');
  await t.throwsAsync(TlsFiles.open({ certificate: nonsense, key: one.key }, silentLog));
});

test('versions of TLS that are broken are not spoken', async (t) => {
  const directory = await temporaryDirectory(t);
  const tls = await TlsFiles.open(await makeCertificate(directory, 'one'), silentLog);
  t.teardown(() => tls.stop());
  const serving = await serve((_request, response) => response.end(), [loopback], systemRandom, { tls });
  t.teardown(() => serving.stop(0));
  const { port } = serving.addresses[0] as { port: number };
  const options = { host: '127.0.0.1', port, rejectUnauthorized: false, maxVersion: 'TLSv1.1' as const };
  await t.throwsAsync(
    new Promise((resolve, reject) => {
      const socket = connect({ ...options, minVersion: 'TLSv1', ciphers: 'DEFAULT@SECLEVEL=0' }, () => {
        socket.destroy();
        resolve(undefined);
      });
      socket.on('error', reject);
    }),
  );
});

test('TLS 1.2 is spoken with forward secrecy alone', async (t) => {
  const directory = await temporaryDirectory(t);
  const paths = await makeCertificate(directory, 'first.example');
  const tls = await TlsFiles.open(paths, silentLog);
  t.teardown(() => tls.stop());
  const serving = await serve((_request, response) => response.end('hello'), [loopback], systemRandom, {
    tls,
  });
  t.teardown(() => serving.stop(0));
  const { port } = serving.addresses[0] as { port: number };
  const cipherWith = (ciphers: string): Promise<string> =>
    new Promise((resolve) => {
      const options = {
        port,
        host: '127.0.0.1',
        rejectUnauthorized: false,
        maxVersion: 'TLSv1.2',
        ciphers,
      } as const;
      const socket = connect(options, () => {
        resolve(socket.getCipher().name);
        socket.destroy();
      });
      socket.on('error', () => resolve('refused'));
    });
  t.is(await cipherWith('AES128-GCM-SHA256:AES256-GCM-SHA384:AES128-SHA:AES256-SHA'), 'refused');
  t.regex(await cipherWith('DEFAULT'), /^ECDHE-/);
});
