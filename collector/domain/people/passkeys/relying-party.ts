import { isIP } from 'node:net';
import { Conflict } from '@sonde/shared/errors.ts';

/** A relying party is what passkeys are bound to: a host, and the pages of one origin on it. */
export interface RelyingParty {
  /** A host name (WebAuthn section 5.1.2): never an address. */
  readonly id: string;
  readonly origin: string;
}

/**
 * Finds the relying party of a request: the public address if one is set, else the origin that the page was opened at.
 * Taking the request's word is safe: a passkey's own host is in what it signs, and a browser shows it to no other.
 * Throws Conflict if browsers have no passkeys there.
 */
export function relyingParty(site: string | null, publicUrl: string | undefined): RelyingParty {
  const url = URL.parse(publicUrl ?? site ?? '');
  if (url === null) throw unfit('The request does not say at which address the dashboard was opened.');
  const { hostname: id, protocol, origin } = url;
  if (isIP(id) !== 0 || id.startsWith('[')) {
    throw unfit(`Passkeys need a host name, and ${id} is an address: open the dashboard by its name.`);
  }
  const isHere = id === 'localhost' || id.endsWith('.localhost');
  if (protocol !== 'https:' && !isHere) throw unfit('Passkeys need HTTPS.');
  return { id, origin };
}

function unfit(message: string): Conflict {
  return new Conflict(message);
}
