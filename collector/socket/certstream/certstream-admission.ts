import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { DomainError } from '@sonde/shared/errors.ts';
import type { Authenticate } from '../../domain/people/access/authenticate.ts';
import type { Caller } from '../../domain/people/access/caller.ts';
import { checkSource } from '../../domain/people/access/check-source.ts';
import { clientAddress, type TrustedProxies } from '../../http/client-address.ts';
import { requestCredential } from '../../http/credential.ts';
import { type CertstreamForm, certstreamForms } from './certstream-forms.ts';

const path = '/certstream';

export interface AdmissionParts {
  readonly authenticate: Authenticate;
  readonly trustedProxies: TrustedProxies;
}

export type AccountCaller = Extract<Caller, { kind: 'account' }>;

/** A refusal states with which status a connection is not let in. */
export class CertstreamRefusal extends Error {
  readonly status: string;

  constructor(status: string) {
    super(status);
    this.status = status;
  }
}

/** The form that a path asks for; undefined if it is nothing of certstream's. Throws a CertstreamRefusal for a form that there is not. */
export function formOf(url: string | undefined): CertstreamForm | undefined {
  const [given = ''] = (url ?? '').split('?');
  if (given !== path && !given.startsWith(`${path}/`)) return undefined;
  const asked = given.slice(path.length + 1).replace(/\/$/, '');
  const form = certstreamForms.find((form) => form === asked);
  if (form === undefined) throw new CertstreamRefusal('404 Not Found');
  return form;
}

/** Identifies who connects, with a key in a header or in the URL that is good for certificate logs. Throws a CertstreamRefusal. */
export async function identify(
  { url, headers, socket }: IncomingMessage,
  { authenticate, trustedProxies }: AdmissionParts,
): Promise<{ caller: AccountCaller; credential: string }> {
  try {
    // Programs that know certstream let people choose the URL alone.
    const key = new URLSearchParams(url?.split('?', 2)[1]).get('key');
    const credential = requestCredential(key === null ? headers : { ...headers, 'x-api-key': key });
    if (credential === undefined) throw new CertstreamRefusal('401 Unauthorized');
    const caller = await authenticate(credential);
    if (caller?.kind !== 'account')
      throw new CertstreamRefusal(caller === undefined ? '401 Unauthorized' : '403 Forbidden');
    const forwarded = headers['x-forwarded-for'];
    const hops = Array.isArray(forwarded) ? forwarded.join(',') : forwarded;
    checkSource(caller, clientAddress(socket.remoteAddress, hops, trustedProxies));
    if (caller.bounds?.families?.includes('Certificate logs') === false)
      throw new CertstreamRefusal('403 Forbidden');
    return { caller, credential };
  } catch (error) {
    if (error instanceof DomainError)
      throw new CertstreamRefusal(
        error.code === 'network_insufficient' ? '403 Forbidden' : '401 Unauthorized',
      );
    throw error;
  }
}

export function refuse(socket: Duplex, error: unknown): void {
  const status = error instanceof CertstreamRefusal ? error.status : '503 Service Unavailable';
  const challenge = status.startsWith('401') ? 'WWW-Authenticate: Bearer\r\n' : '';
  socket.end(`HTTP/1.1 ${status}\r\n${challenge}Connection: close\r\nContent-Length: 0\r\n\r\n`);
}
