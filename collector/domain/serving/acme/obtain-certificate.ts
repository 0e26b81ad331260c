import { createPrivateKey, generateKeyPairSync, X509Certificate } from 'node:crypto';
import type { Clock } from '@sonde/shared/system/clock.ts';
import { subjectAltNames } from '@sonde/shared/x509/extensions.ts';
import { certificationRequest } from '@sonde/shared/x509/issue-certificate.ts';
import { calculateJwkThumbprint } from 'jose/jwk/thumbprint';
import type { PublishedChallenge } from '../../../ports/system/serving-certificates.ts';
import { AcmeError, problemError } from './acme-error.ts';
import { type Authorization, authorizationSchema, type Order, orderSchema } from './acme-messages.ts';
import { type AcmeSession, read } from './acme-session.ts';

export type ChallengeKind = 'http-01' | 'tls-alpn-01';

export interface ObtainPorts {
  readonly clock: Clock;
  /** Waits; rejects when the run is given up. */
  readonly wait: (milliseconds: number) => Promise<void>;
  readonly publish: (challenge: PublishedChallenge) => Promise<void>;
  readonly withdraw: (challenge: PublishedChallenge) => Promise<void>;
}

export interface Wanted {
  readonly names: readonly string[];
  readonly challenge: ChallengeKind;
  /** The certificate that this one takes the place of, as renewal information names it (RFC 9773 section 5). */
  readonly replaces: string | undefined;
}

/** Milliseconds between two looks at what takes time, where the authority does not say. */
const lookEvery = 1_000;
const longestPause = 60_000;
/** Milliseconds that the authority has for looking, and for issuing. */
const patience = 10 * 60_000;

/** Obtains a certificate for a new key (RFC 8555 section 7.4), both in PEM. Throws an AcmeError, or a FetchError. */
export async function obtainCertificate(
  session: AcmeSession,
  wanted: Wanted,
  ports: ObtainPorts,
): Promise<{ chain: string; key: string }> {
  const { url, order } = await newOrder(session, wanted);
  if (order.authorizations.length > wanted.names.length) throw unexpected('more authorizations than names');
  for (const authorization of order.authorizations)
    await authorize(session, authorization, wanted.challenge, ports);
  const ready = await settled(session, url, order, ['ready', 'valid'], ports);
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const csr = certificationRequest({
    privateKey,
    publicKey,
    subject: '',
    extensions: [subjectAltNames(wanted.names)],
  });
  const begun = read(
    orderSchema,
    (await session.send(ready.finalize, { csr: csr.toString('base64url') })).text,
    'order',
  );
  const { certificate } = await settled(session, url, begun, ['valid'], ports);
  if (certificate === undefined) throw unexpected('no address of the certificate');
  const chain = (await session.read(certificate)).text;
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;
  checkCertificate(chain, key, wanted.names, ports.clock.now());
  return { chain, key };
}

async function newOrder(
  session: AcmeSession,
  { names, replaces }: Wanted,
): Promise<{ url: string; order: Order }> {
  const { newOrder } = await session.directory();
  const identifiers = names.map((value) => ({ type: 'dns', value }));
  const ask = (more: object) => session.send(newOrder, { identifiers, ...more });
  const answer = await (replaces === undefined ? ask({}) : ask({ replaces })).catch((error: unknown) => {
    // The one to be replaced may be replaced already, or of another account: that is no reason to go without.
    if (replaces !== undefined && error instanceof AcmeError && replacementFaults.has(error.type))
      return ask({});
    throw error;
  });
  if (answer.location === undefined) throw unexpected('no address of the order');
  return { url: answer.location, order: read(orderSchema, answer.text, 'order') };
}

const replacementFaults = new Set(['alreadyReplaced', 'malformed', 'unauthorized', 'serverInternal']);

/** Shows that a name leads here, if the authority does not know already. */
async function authorize(
  session: AcmeSession,
  url: string,
  kind: ChallengeKind,
  ports: ObtainPorts,
): Promise<void> {
  const look = async () => {
    const answer = await session.read(url);
    return { ...answer, authorization: read(authorizationSchema, answer.text, 'authorization') };
  };
  const { authorization } = await look();
  if (authorization.status === 'valid') return;
  const name = authorization.identifier.value;
  const offered = authorization.challenges.find(({ type }) => type === kind);
  if (authorization.status !== 'pending') throw invalid(authorization, kind);
  if (offered?.token === undefined) {
    const kinds = authorization.challenges.map(({ type }) => type).join(', ');
    throw new AcmeError(
      'unsupported',
      `The certificate authority offers no challenge ${kind} for ${name}, but ${kinds || 'none'}.`,
    );
  }
  const { token } = offered;
  const thumbprint = await calculateJwkThumbprint(session.jwk, 'sha256');
  const challenge = { kind, name, token, keyAuthorization: `${token}.${thumbprint}` };
  await ports.publish(challenge);
  try {
    await session.send(offered.url, {});
    const until = ports.clock.now() + patience;
    for (;;) {
      const { authorization: seen, retryAt } = await look();
      if (seen.status === 'valid') return;
      if (seen.status !== 'pending') throw invalid(seen, kind);
      await pause(retryAt, until, ports);
    }
  } finally {
    await ports.withdraw(challenge);
  }
}

function invalid({ identifier, status, challenges }: Authorization, kind: ChallengeKind): AcmeError {
  const error = (
    challenges.find(({ type, error }) => type === kind && error) ?? challenges.find(({ error }) => error)
  )?.error;
  if (error === undefined)
    return new AcmeError('unauthorized', `The authorization of ${identifier.value} is ${status}.`);
  const told = problemError(error);
  return new AcmeError(told.type, `${identifier.value} by ${kind}: ${told.message}`);
}

/** Waits until the order has one of these states. */
async function settled(
  session: AcmeSession,
  url: string,
  first: Order,
  wanted: readonly Order['status'][],
  ports: ObtainPorts,
): Promise<Order> {
  const until = ports.clock.now() + patience;
  let order = first;
  let retryAt: number | undefined;
  // What comes with the order may be old: authorizations were given since.
  for (let isFirst = true; ; isFirst = false) {
    if (wanted.includes(order.status)) return order;
    if (order.status === 'invalid') {
      throw order.error === undefined ? unexpected('an invalid order') : problemError(order.error);
    }
    if (!isFirst) await pause(retryAt, until, ports);
    const answer = await session.read(url);
    retryAt = answer.retryAt;
    order = read(orderSchema, answer.text, 'order');
  }
}

async function pause(retryAt: number | undefined, until: number, ports: ObtainPorts): Promise<void> {
  const now = ports.clock.now();
  if (now >= until)
    throw new AcmeError('timeout', 'The certificate authority does not come to an end in ten minutes.');
  const asked = retryAt === undefined ? lookEvery : retryAt - now;
  await ports.wait(Math.min(longestPause, Math.max(lookEvery / 4, asked)));
}

/** Throws an AcmeError if this is no certificate to serve. */
function checkCertificate(chain: string, key: string, names: readonly string[], now: number): void {
  let leaf: X509Certificate;
  try {
    leaf = new X509Certificate(chain);
  } catch {
    throw unexpected('something else than a certificate');
  }
  const other = names.find((name) => leaf.checkHost(name) === undefined);
  if (other !== undefined) throw unexpected(`a certificate that is not for ${other}`);
  if (!leaf.checkPrivateKey(createPrivateKey(key))) throw unexpected('a certificate for another key');
  if (leaf.validToDate.getTime() <= now) throw unexpected('a certificate that has ended');
}

function unexpected(what: string): AcmeError {
  return new AcmeError('malformedAnswer', `The certificate authority gives ${what}.`);
}
