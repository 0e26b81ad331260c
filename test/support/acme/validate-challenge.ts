import { createHash, X509Certificate } from 'node:crypto';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { connect } from 'node:tls';
import { parseCertificate } from '../../../scanner/protocols/tls/x509/parse-certificate.ts';

/** Where names lead to: an authority of the tests asks no resolver. */
export interface Ports {
  readonly http: () => number;
  readonly tls: () => number;
}

/** Looks for the challenge as an authority does. Undefined if it is there, or what is wrong. */
export async function validateChallenge(
  kind: string,
  name: string,
  expected: { readonly token: string; readonly keyAuthorization: string },
  ports: Ports,
): Promise<string | undefined> {
  try {
    return kind === 'http-01'
      ? await overHttp(name, expected, ports.http())
      : await overTls(name, expected, ports.tls());
  } catch (error) {
    return `${name}: ${(error as Error).message}`;
  }
}

/** RFC 8555 section 8.3. */
async function overHttp(
  name: string,
  { token, keyAuthorization }: { readonly token: string; readonly keyAuthorization: string },
  port: number,
): Promise<string | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; body: string }>();
  const path = `/.well-known/acme-challenge/${token}`;
  request({ host: '127.0.0.1', port, path, headers: { host: name }, agent: false }, async (response) =>
    resolve({ status: response.statusCode ?? 0, body: await text(response) }),
  )
    .on('error', reject)
    .end();
  const { status, body } = await promise;
  if (status !== 200) return `${name} answers with ${status}`;
  return body.trimEnd() === keyAuthorization ? undefined : `${name} answers with something else`;
}

/** RFC 8737 section 3. */
async function overTls(
  name: string,
  { keyAuthorization }: { readonly keyAuthorization: string },
  port: number,
): Promise<string | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<{ raw: Buffer; protocol: string }>();
  const socket = connect(
    {
      host: '127.0.0.1',
      port,
      servername: name,
      ALPNProtocols: ['acme-tls/1'],
      rejectUnauthorized: false,
      minVersion: 'TLSv1.2',
    },
    () => {
      resolve({ raw: socket.getPeerCertificate().raw, protocol: socket.alpnProtocol || '' });
      socket.destroy();
    },
  ).on('error', reject);
  const { raw, protocol } = await promise;
  if (protocol !== 'acme-tls/1') return `the protocol is ${protocol}`;
  const certificate = parseCertificate(raw);
  const native = new X509Certificate(raw);
  if (!native.verify(native.publicKey)) return 'the certificate does not sign itself';
  if (native.subjectAltName !== `DNS:${name}`) return `the certificate is for ${native.subjectAltName}`;
  const identifier = certificate.extensions.all.find(({ oid }) => oid === '1.3.6.1.5.5.7.1.31');
  if (identifier?.critical !== true) return 'the identifier is missing, or not critical';
  const digest = createHash('sha256').update(keyAuthorization).digest();
  // An OCTET STRING of 32 within the extension's own.
  return raw.includes(Buffer.concat([Buffer.from([4, 34, 4, 32]), digest]))
    ? undefined
    : 'the identifier is another';
}
