import type { ToldCertificate } from '../../ports/transparency/told-certificate.ts';

/** The forms in which programs that know certstream expect certificates, by the end of their path. */
export const certstreamForms = ['', 'full-stream', 'domains-only'] as const;
export type CertstreamForm = (typeof certstreamForms)[number];

/** Tells of a certificate in one of the forms, as JSON. What logs are not kept of here (DER, chain, fingerprint) is null or empty. */
export function certstreamMessage(form: CertstreamForm, certificate: ToldCertificate, now: number): string {
  const { names, kind, issuer, serial, notBefore, notAfter, log, entry } = certificate;
  if (form === 'domains-only') return JSON.stringify({ message_type: 'dns_entries', data: names });
  const leaf = {
    subject: distinguished(names[0] === undefined ? '' : `CN=${names[0]}`),
    issuer: distinguished(issuer),
    extensions: { subjectAltName: names.map((name) => `DNS:${name}`).join(', ') },
    not_before: Math.floor(notBefore / 1_000),
    not_after: Math.floor(notAfter / 1_000),
    serial_number: serial.toUpperCase(),
    fingerprint: null,
    all_domains: names,
    ...(form === 'full-stream' ? { as_der: null } : {}),
  };
  return JSON.stringify({
    message_type: 'certificate_update',
    data: {
      update_type: kind === 'precertificate' ? 'PrecertLogEntry' : 'X509LogEntry',
      leaf_cert: leaf,
      ...(form === 'full-stream' ? { chain: [] } : {}),
      cert_index: entry,
      cert_link: null,
      seen: now / 1_000,
      source: { name: log, url: null },
    },
  });
}

/** A name as certstream takes it apart: its parts by their short names, and all of it with slashes between. */
function distinguished(text: string): Record<string, string | null> {
  const parts = text.split(/(?<!\\),/).flatMap((part) => {
    const at = part.indexOf('=');
    return at === -1 ? [] : [[part.slice(0, at).trim(), part.slice(at + 1).replace(/\\(.)/g, '$1')] as const];
  });
  const of = (name: string) => parts.find(([key]) => key === name)?.[1] ?? null;
  return {
    C: of('C'),
    CN: of('CN'),
    L: of('L'),
    O: of('O'),
    OU: of('OU'),
    ST: of('ST'),
    aggregated: parts.map(([key, value]) => `/${key}=${value}`).join(''),
  };
}
