import { createHmac, type JsonWebKey, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { flattenedVerify, importJWK } from 'jose';
import { calculateJwkThumbprint } from 'jose/jwk/thumbprint';
import type { Ending } from '../temporary-directory.ts';
import { makeAuthority, makeServer, type Sample } from '../x509/make-certificate.ts';
import { readRequest } from './read-request.ts';
import { type Ports, validateChallenge } from './validate-challenge.ts';

interface Account {
  readonly url: string;
  readonly jwk: JsonWebKey;
  readonly thumbprint: string;
  readonly contact: readonly string[];
}
interface Authorization {
  readonly name: string;
  readonly token: string;
  status: 'pending' | 'valid' | 'invalid';
  error?: object;
}
interface Order {
  readonly account: string;
  readonly names: readonly string[];
  readonly authorizations: readonly string[];
  readonly replaces: string | undefined;
  status: 'pending' | 'ready' | 'processing' | 'valid' | 'invalid';
  certificate?: string;
}

/** What an authority of the tests is to do; may be changed while it runs. */
export interface AuthorityBehaviour {
  terms?: string;
  external?: { readonly id: string; readonly key: Buffer };
  challenges: string[];
  /** So many requests from now on are told that their nonce is bad. */
  badNonces: number;
  /** The next orders are refused with this. */
  refuseOrders?: { readonly type: string; readonly detail: string; readonly retryAfter?: string };
  /** So often an order is `processing` when it is looked at. */
  processing: number;
  days: number;
  /** The window that renewal information suggests; none is offered if absent. */
  window?: { readonly start: Date; readonly end: Date };
  /** Certificates are for this name in place of the one asked for. */
  otherName?: string;
  /** Every answer is this, with status 200. */
  garbage?: string;
}

class Refusal extends Error {
  readonly type: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(type: string, status = 400, detail = type, headers: Readonly<Record<string, string>> = {}) {
    super(detail);
    this.type = type;
    this.status = status;
    this.headers = headers;
  }
}

/** A certificate authority that speaks ACME as RFC 8555 has it, and looks for challenges where `ports` says. */
export async function startAcmeServer(t: Ending, ports: Ports, given: Partial<AuthorityBehaviour> = {}) {
  const behaviour: AuthorityBehaviour = {
    challenges: ['http-01', 'tls-alpn-01', 'dns-01'],
    badNonces: 0,
    processing: 0,
    days: 90,
    ...given,
  };
  const dates = (days: number) => ({
    notBefore: new Date(Date.now() - 3_600_000),
    notAfter: new Date(Date.now() + days * 86_400_000),
  });
  const root = makeAuthority('Test authority', dates(400));
  const own = makeServer(['localhost', '127.0.0.1'], root, dates(30));
  const nonces = new Set<string>();
  const accounts = new Map<string, Account>();
  const orders = new Map<string, Order>();
  const authorizations = new Map<string, Authorization>();
  const certificates = new Map<string, string>();
  const replaced: (string | undefined)[] = [];
  let base = '';
  const url = (kind: string): string => `${base}/${kind}/${randomBytes(6).toString('hex')}`;
  const nonce = (): string => {
    const made = randomBytes(16).toString('base64url');
    nonces.add(made);
    return made;
  };

  /** Verifies a request's signature, nonce and address (RFC 8555 section 6.2). */
  async function signed(
    request: IncomingMessage,
  ): Promise<{ payload: string; account?: Account; jwk: JsonWebKey }> {
    if (request.headers['content-type'] !== 'application/jose+json') throw new Refusal('malformed', 415);
    const jws = JSON.parse(await text(request));
    const header = JSON.parse(Buffer.from(jws.protected, 'base64url').toString());
    if (header.alg !== 'ES256') throw new Refusal('badSignatureAlgorithm');
    if (behaviour.badNonces > 0) {
      behaviour.badNonces--;
      nonces.delete(header.nonce);
    }
    if (!nonces.delete(header.nonce)) throw new Refusal('badNonce');
    if (header.url !== `${base}${request.url}`)
      throw new Refusal('unauthorized', 403, 'another url is signed');
    if ((header.kid === undefined) === (header.jwk === undefined)) throw new Refusal('malformed');
    const account = header.kid === undefined ? undefined : accounts.get(header.kid);
    if (header.kid !== undefined && account === undefined) throw new Refusal('accountDoesNotExist');
    const jwk = (account?.jwk ?? header.jwk) as JsonWebKey;
    const { payload } = await flattenedVerify(jws, await importJWK(jwk, 'ES256'), { algorithms: ['ES256'] });
    return { payload: Buffer.from(payload).toString(), jwk, ...(account === undefined ? {} : { account }) };
  }

  function checkBinding(
    binding: { protected: string; payload: string; signature: string } | undefined,
    jwk: JsonWebKey,
  ) {
    const { external } = behaviour;
    if (external === undefined) return;
    if (binding === undefined) throw new Refusal('externalAccountRequired', 403);
    const header = JSON.parse(Buffer.from(binding.protected, 'base64url').toString());
    const mac = createHmac('sha256', external.key).update(`${binding.protected}.${binding.payload}`).digest();
    const isRight =
      header.kid === external.id &&
      header.url === `${base}/new-account` &&
      timingSafeEqual(mac, Buffer.from(binding.signature, 'base64url')) &&
      JSON.parse(Buffer.from(binding.payload, 'base64url').toString()).x === jwk.x;
    if (!isRight) throw new Refusal('unauthorized', 403, 'the external account does not fit');
  }

  const authorizationBody = ({ name, status, token, error }: Authorization, at: string) => ({
    identifier: { type: 'dns', value: name },
    status,
    challenges: behaviour.challenges.map((type) => ({ type, url: `${at}/${type}`, status, token, error })),
  });
  const orderBody = (order: Order, at: string) => ({ ...order, finalize: `${at}/finalize` });

  async function answer(
    request: IncomingMessage,
  ): Promise<{ status?: number; body: unknown; headers?: Record<string, string> }> {
    const at = `${base}${request.url}`;
    const path = request.url ?? '';
    if (request.method === 'GET') {
      if (path === '/directory') {
        const meta = {
          ...(behaviour.terms === undefined ? {} : { termsOfService: behaviour.terms }),
          externalAccountRequired: behaviour.external !== undefined,
        };
        const renewalInfo = behaviour.window === undefined ? {} : { renewalInfo: `${base}/renewal` };
        return {
          body: {
            newNonce: `${base}/new-nonce`,
            newAccount: `${base}/new-account`,
            newOrder: `${base}/new-order`,
            ...renewalInfo,
            meta,
          },
        };
      }
      if (path === '/new-nonce') return { status: 204, body: '', headers: { 'Replay-Nonce': nonce() } };
      if (path.startsWith('/renewal/') && behaviour.window !== undefined) {
        const { start, end } = behaviour.window;
        const suggestedWindow = { start: start.toISOString(), end: end.toISOString() };
        return { body: { suggestedWindow }, headers: { 'Retry-After': '21600' } };
      }
      throw new Refusal('malformed', 405);
    }
    const { payload, account, jwk } = await signed(request);
    if (path === '/new-account') {
      const asked = JSON.parse(payload);
      const thumbprint = await calculateJwkThumbprint(jwk as never);
      const known = [...accounts.values()].find((one) => one.thumbprint === thumbprint);
      if (known === undefined && behaviour.terms !== undefined && asked.termsOfServiceAgreed !== true)
        throw new Refusal('userActionRequired', 403);
      checkBinding(asked.externalAccountBinding, jwk);
      const made = known ?? { url: url('account'), jwk, thumbprint, contact: asked.contact ?? [] };
      accounts.set(made.url, made);
      return {
        status: known === undefined ? 201 : 200,
        body: { status: 'valid' },
        headers: { Location: made.url },
      };
    }
    if (account === undefined) throw new Refusal('malformed', 400, 'an account is needed');
    if (path === '/new-order') {
      const { refuseOrders } = behaviour;
      if (refuseOrders !== undefined) {
        const { type, detail, retryAfter } = refuseOrders;
        throw new Refusal(type, 429, detail, retryAfter === undefined ? {} : { 'Retry-After': retryAfter });
      }
      const asked = JSON.parse(payload) as { identifiers: { value: string }[]; replaces?: string };
      const names = asked.identifiers.map(({ value }) => value);
      // One that was begun for the same names and is not through is given again.
      const pending = [...orders].find(
        ([, order]) =>
          order.account === account.url && order.status === 'pending' && `${order.names}` === `${names}`,
      );
      if (pending !== undefined)
        return { status: 201, body: orderBody(pending[1], pending[0]), headers: { Location: pending[0] } };
      const own = names.map((name) => {
        const made = url('authorization');
        authorizations.set(made, { name, token: randomBytes(24).toString('base64url'), status: 'pending' });
        return made;
      });
      replaced.push(asked.replaces);
      const made = url('order');
      const order: Order = {
        account: account.url,
        names,
        authorizations: own,
        replaces: asked.replaces,
        status: 'pending',
      };
      orders.set(made, order);
      return { status: 201, body: orderBody(order, made), headers: { Location: made } };
    }
    const authorization = authorizations.get(at);
    if (authorization !== undefined)
      return { body: authorizationBody(authorization, at), headers: { 'Retry-After': '0' } };
    const [, owner = '', kind = ''] = /^(.*)\/((?:http|tls-alpn|dns)-01)$/.exec(at) ?? [];
    const challenged = authorizations.get(owner);
    if (challenged !== undefined) {
      if (payload !== '{}')
        throw new Refusal('malformed', 400, 'a challenge is answered with an empty object');
      const { token, name } = challenged;
      const expected = { token, keyAuthorization: `${token}.${account.thumbprint}` };
      void validateChallenge(kind, name, expected, ports).then((fault) => {
        challenged.status = fault === undefined ? 'valid' : 'invalid';
        if (fault !== undefined)
          challenged.error = { type: 'urn:ietf:params:acme:error:unauthorized', detail: fault };
        for (const order of orders.values()) settle(order);
      });
      return { body: { type: kind, url: at, status: 'processing', token } };
    }
    const finalized = orders.get(at.replace(/\/finalize$/, ''));
    if (at.endsWith('/finalize') && finalized !== undefined) {
      if (finalized.status !== 'ready') throw new Refusal('orderNotReady', 403);
      const { names, publicKey } = readRequest(Buffer.from(JSON.parse(payload).csr, 'base64url'));
      if (`${names.toSorted()}` !== `${finalized.names.toSorted()}`) throw new Refusal('badCSR');
      issue(finalized, behaviour.otherName === undefined ? names : [behaviour.otherName], publicKey);
      return { body: orderBody(finalized, at.replace(/\/finalize$/, '')) };
    }
    const order = orders.get(at);
    if (order !== undefined) {
      if (order.status === 'processing' && behaviour.processing-- <= 0) order.status = 'valid';
      return { body: orderBody(order, at), headers: { 'Retry-After': '0' } };
    }
    const certificate = certificates.get(at);
    if (certificate !== undefined) return { body: certificate };
    throw new Refusal('malformed', 404, 'there is nothing');
  }

  function settle(order: Order): void {
    if (order.status !== 'pending') return;
    const states = order.authorizations.map((one) => authorizations.get(one)!.status);
    if (states.includes('invalid')) order.status = 'invalid';
    else if (states.every((state) => state === 'valid')) order.status = 'ready';
  }

  function issue(
    order: Order,
    names: readonly string[],
    publicKey: ReturnType<typeof readRequest>['publicKey'],
  ): void {
    const publicInfo = publicKey.export({ type: 'spki', format: 'der' });
    const key = { ...root.key, publicInfo };
    const certificate: Sample = makeServer(names, root, { ...dates(behaviour.days), key });
    order.certificate = url('certificate');
    certificates.set(order.certificate, certificate.pem + root.pem);
    order.status = 'processing';
  }

  const server = createServer(
    { cert: own.pem, key: own.key.privateKey.export({ type: 'pkcs8', format: 'pem' }) },
    async (request, response) => {
      try {
        const { status = 200, body, headers = {} } = await answer(request);
        const text = behaviour.garbage ?? (typeof body === 'string' ? body : JSON.stringify(body));
        response.writeHead(status, { 'Replay-Nonce': nonce(), ...headers }).end(status === 204 ? '' : text);
      } catch (error) {
        const { type = 'serverInternal', status = 500, message, headers = {} } = error as Refusal;
        response
          .writeHead(status, {
            'Replay-Nonce': nonce(),
            'Content-Type': 'application/problem+json',
            ...headers,
          })
          .end(JSON.stringify({ type: `urn:ietf:params:acme:error:${type}`, detail: message, status }));
      }
    },
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    directory: `${base}/directory`,
    root: root.pem,
    behaviour,
    accounts,
    orders,
    certificates,
    replaced,
  };
}
