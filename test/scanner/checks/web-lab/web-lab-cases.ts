import { bindingData } from '../../../support/scans/generic-data.ts';
import { makeAuthority, makeKey, makeServer, type Sample } from '../../../support/x509/make-certificate.ts';

const day = 86_400_000;
const days = (count: number) => new Date(Date.now() + count * day);
const lived = { notBefore: days(-30), notAfter: days(60) };
const long = { notBefore: days(-300), notAfter: days(1_000) };

/** Real programs look at the clock on the wall, so these are relative to it. */
export function webLabCases() {
  const root = makeAuthority('Lab root', long);
  const middle = makeAuthority('Lab middle', { issuer: root, ...long });
  const stranger = makeAuthority('Stranger', long);
  const site = (name: string, options: Parameters<typeof makeServer>[2] = {}, issuer = middle) =>
    makeServer([name], issuer, { ...lived, ...options });
  const cases: readonly WebCase[] = [
    {
      name: 'good.example',
      chain: [site('good.example'), middle],
      records: `@ CAA 0 issue "ca.example"\n@ HTTPS 1 . alpn=h2,h3 ipv4hint=198.18.20.1`,
      valid: true,
      codes: ['hsts', 'https_record', 'caa_restricts', 'chain_valid'],
      headers: { 'strict-transport-security': 'max-age=31536000', server: 'cloudflare' },
    },
    {
      name: 'expired.example',
      chain: [site('expired.example', { notBefore: days(-90), notAfter: days(-3) }), middle],
      valid: false,
      codes: ['expired', 'no_caa'],
    },
    {
      name: 'future.example',
      chain: [site('future.example', { notBefore: days(3), notAfter: days(30) }), middle],
      valid: false,
      codes: ['not_yet_valid'],
    },
    { name: 'wrong.example', chain: [site('other.example'), middle], valid: false, codes: ['name_mismatch'] },
    {
      name: 'incomplete.example',
      chain: [site('incomplete.example')],
      valid: false,
      codes: ['incomplete_chain'],
    },
    {
      name: 'selfsigned.example',
      chain: [makeServer(['selfsigned.example'], root, { ...lived, issuer: undefined })],
      valid: false,
      codes: ['self_signed'],
    },
    {
      name: 'untrusted.example',
      chain: [site('untrusted.example', {}, stranger), stranger],
      valid: false,
      codes: ['untrusted_root'],
    },
    {
      name: 'order.example',
      chain: [site('order.example'), root, middle],
      valid: true,
      codes: ['chain_out_of_order', 'root_sent', 'chain_valid'],
    },
    {
      name: 'rsa.example',
      chain: [site('rsa.example', { key: makeKey('rsa2048') }), middle],
      valid: true,
      codes: ['chain_valid'],
    },
    {
      name: 'wild.example',
      chain: [makeServer(['*.wild.example'], middle, lived), middle],
      valid: false,
      codes: ['name_mismatch'],
    },
    {
      name: 'many.example',
      chain: [
        makeServer(
          [...Array.from({ length: 1_000 }, (_, n) => `n${n}.many.example`), 'many.example'],
          middle,
          lived,
        ),
        middle,
      ],
      valid: true,
      codes: ['chain_valid'],
    },
    {
      name: 'alias.example',
      records: `@ HTTPS 0 good.example.\n@ CAA 128 tbs "unknown"`,
      chain: [site('alias.example'), middle],
      valid: true,
      codes: ['https_record', 'caa_unknown_critical', 'no_hsts'],
    },
    {
      name: 'broken.example',
      records: `@ HTTPS ${bindingData('1 . alpn=h2 ipv4hint=192.0.2.99')}\n@ CAA 0 issue "%%"`,
      chain: [site('broken.example'), middle],
      valid: true,
      codes: ['hints_differ', 'caa_malformed_value'],
    },
  ];
  return { root, cases };
}

export interface WebCase {
  readonly name: string;
  readonly chain: readonly Sample[];
  /** Beside the address. */
  readonly records?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly valid: boolean;
  /** Findings that must be there, of all scanners together. */
  readonly codes: readonly string[];
}

/** Where a case's server listens. */
export function addressOf(index: number): string {
  return `198.18.20.${index + 1}`;
}
