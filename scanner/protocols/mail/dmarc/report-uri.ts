import { trimSpace } from '../trim-space.ts';

/** A report URI is an address of rua or ruf (RFC 9989 section 4.6). */
export interface ReportUri {
  /** The address as written. */
  readonly text: string;
  /** Whether its form is that of a URI (RFC 3986). */
  readonly isUri: boolean;
  /** The domain of a mailto: URI, lower case; undefined for others, and if there is none. */
  readonly mailDomain: string | undefined;
  /** A size behind an exclamation mark, which RFC 9989 does not know any more. */
  readonly hasSize: boolean;
}

/** URIs beyond these are left out: receivers need not send to more than a few. */
const maxUris = 20;

/** Reads a list with commas between the URIs. */
export function readReportUris(value: string | undefined): ReportUri[] {
  if (value === undefined) return [];
  return value.split(',', maxUris).map(trimSpace).filter(Boolean).map(readReportUri);
}

function readReportUri(text: string): ReportUri {
  const [, uri = text, size] = /^(.*)!([0-9]+[kmgt]?)$/i.exec(text) ?? [];
  const isUri = /^[a-z][a-z0-9+.-]*:(?:[a-z0-9\-._~:/?#[\]@$&'()*+;=]|%[0-9a-f]{2})*$/i.test(uri);
  const [, domain] = /^mailto:[^@]+@([a-z0-9._-]+)(?:\?.*)?$/i.exec(uri) ?? [];
  return {
    text: text.slice(0, 512),
    isUri,
    mailDomain: isUri ? domain?.toLowerCase() : undefined,
    hasSize: size !== undefined,
  };
}
