/** A TLSRPT record (RFC 8460 section 3). */
export interface TlsRptRecord {
  /** mailto: and https: URIs that are sound. */
  readonly destinations: readonly string[];
  readonly problems: readonly string[];
}

/** Whether a TXT record counts; several mean that there is none. */
export function isTlsRptRecord(text: string): boolean {
  return /^v=TLSRPTv1[ \t]*;/.test(text);
}

/** Reads a record that isTlsRptRecord() took. */
export function parseTlsRptRecord(text: string): TlsRptRecord {
  const problems: string[] = [];
  const destinations: string[] = [];
  const fields = text.split(';').map((field) => field.trim());
  if (fields.at(-1) === '') fields.pop();
  let rua: string | undefined;
  for (const field of fields.slice(1)) {
    const [, name, value] = /^([A-Za-z0-9][A-Za-z0-9_.-]{0,31})[ \t]*=[ \t]*(.*)$/s.exec(field) ?? [];
    if (name === undefined || value === undefined) problems.push(`"${field.slice(0, 40)}" is no field.`);
    else if (name === 'rua' && rua !== undefined) problems.push('rua= stands more than once.');
    else if (name === 'rua') rua = value;
  }
  for (const uri of (rua ?? '').split(',', 20).map((one) => one.trim())) {
    if (isDestination(uri)) destinations.push(uri.slice(0, 512));
    else if (uri !== '') problems.push(`"${uri.slice(0, 80)}" is no mailto: or https: URI.`);
  }
  if (rua === undefined || rua === '') problems.push('There is no rua=.');
  return { destinations, problems };
}

function isDestination(uri: string): boolean {
  if (!/^[\x21-\x7e]+$/.test(uri) || /[!]/.test(uri)) return false;
  if (/^https:\/\/[^/?#@]+/i.test(uri)) return URL.canParse(uri);
  return /^mailto:[^@?]+@[a-z0-9._-]+(?:\?.*)?$/i.test(uri);
}
