import { InvalidCredential } from '@sonde/shared/errors.ts';
import type { Authenticate } from '../../domain/people/access/authenticate.ts';
import type { Caller } from '../../domain/people/access/caller.ts';
import { checkSource } from '../../domain/people/access/check-source.ts';
import { StoreError } from '../../ports/system/store-error.ts';
import { requestCredential } from '../credential.ts';
import type { Exchange } from '../exchange.ts';
import type { RequestSessions } from '../session/request-sessions.ts';
import type { ProveClient } from './client-certificate.ts';

/** The identification of callers is by a key or token that they send on purpose, else by the cookie of a session. */
export interface Identification {
  readonly authenticate: Authenticate;
  readonly sessions: Pick<RequestSessions, 'tokenOf' | 'authenticate'>;
  /** What the connections of senders prove; undefined where agents get no certificates. */
  readonly proveClient?: ProveClient | undefined;
}

/**
 * Finds the caller of a request: anonymous without a credential. Throws if the credential is no good. A session that is
 * over is as none: its cookie comes along by itself, also to where one signs in.
 */
export function resolveCaller(
  exchange: Exchange,
  { authenticate, sessions, proveClient }: Identification,
): Caller | Promise<Caller> {
  const { request, method } = exchange;
  const credential = requestCredential(request.headers);
  if (credential !== undefined) {
    const known = (caller: Caller | undefined) =>
      withProof(knownCaller(caller, exchange.address), exchange, proveClient);
    const caller = authenticate(credential);
    return caller instanceof Promise ? caller.then(known, refuseUnknowable) : known(caller);
  }
  const token = sessions.tokenOf(request, method === 'GET' || method === 'HEAD' ? 'read' : 'change');
  if (token === undefined) return anonymous(exchange);
  return sessions.authenticate(token).then((caller) => caller ?? anonymous(exchange));
}

/** At each request: a connection may be older than what became of its certificate. */
function withProof(caller: Caller, { request }: Exchange, prove: ProveClient | undefined): Caller {
  if (prove === undefined || caller.kind !== 'location') return caller;
  return { ...caller, certificate: prove(request.socket, caller.keyId) };
}

function anonymous({ address }: Exchange): Caller {
  return { kind: 'anonymous', address };
}

/**
 * Throws InvalidCredential for a credential that the store cannot even look up: the credential is at fault, not the
 * request.
 */
function refuseUnknowable(error: unknown): never {
  throw error instanceof StoreError && error.kind === 'refused' ? new InvalidCredential() : error;
}

function knownCaller(caller: Caller | undefined, address: string): Caller {
  if (caller === undefined) throw new InvalidCredential();
  checkSource(caller, address);
  return caller;
}
