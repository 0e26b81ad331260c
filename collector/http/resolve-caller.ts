import type { Authenticate } from '../domain/access/authenticate.ts';
import type { Caller } from '../domain/access/caller.ts';
import { InvalidCredential } from '../domain/errors.ts';
import { requestCredential } from './credential.ts';
import type { Exchange } from './exchange.ts';

/** Who sends a request: anonymous without a credential. Throws where the credential is no good. */
export function resolveCaller(exchange: Exchange, authenticate: Authenticate): Caller | Promise<Caller> {
  const credential = requestCredential(exchange.request.headers);
  if (credential === undefined) return { kind: 'anonymous', address: exchange.address };
  const caller = authenticate(credential);
  return caller instanceof Promise ? caller.then(knownCaller) : knownCaller(caller);
}

function knownCaller(caller: Caller | undefined): Caller {
  if (caller === undefined) throw new InvalidCredential();
  return caller;
}
