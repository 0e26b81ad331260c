import type { BrowserContext } from 'playwright-core';
import type { AnswerOf } from '../../../client/operation-types.ts';

type Audit = AnswerOf<'POST /api/v2/audit/dnssec'>;
type Zone = NonNullable<NonNullable<Audit['audit']>['zones']>[number];
type Set = Zone['sets'][number];
type State = Set['signatures'][number]['state'];

/** An audit as the API answers it, of a chain in which everything occurs that the picture has a form for. */
export function brokenChain(domain: string): Audit {
  const zones: Zone[] = [
    {
      zone: '.',
      status: 'secure',
      anchors: [20_326, 38_696],
      signers: null,
      keys: [key(20_326, 257, true), key(38_696, 257, true), key(46_441, 256)],
      sets: [set('.', 'DNSKEY', [[20_326, 'good']]), set('example', 'DS', [[46_441, 'good']])],
    },
    {
      zone: 'example',
      status: 'secure',
      anchors: null,
      signers: [signer(19_718, true), signer(4_711, false)],
      keys: [key(19_718, 257, true), key(59_354, 256)],
      sets: [
        set('example', 'DNSKEY', [[19_718, 'good']]),
        set('bad.example', 'DS', [
          [59_354, 'good'],
          [59_354, 'expired'],
        ]),
      ],
    },
    {
      zone: 'bad.example',
      status: 'bogus',
      anchors: null,
      signers: [signer(111, true)],
      keys: [
        key(111, 257, true),
        { ...key(222, 256), bits: 1_024, algorithm_name: 'RSASHA256' },
        { ...key(333, 385), revoked: true },
      ],
      sets: [
        set('bad.example', 'DNSKEY', [[111, 'good']]),
        set('bad.example', 'SOA', []),
        set('bad.example', 'A', [
          [222, 'bad'],
          [999, 'no_key'],
        ]),
        { ...set('a.bad.example', 'NSEC', [[222, 'good']]), denies: `${domain} DS` },
      ],
    },
    {
      zone: domain,
      status: 'insecure',
      anchors: null,
      signers: [],
      keys: [],
      sets: [set(domain, 'SOA', [])],
    },
  ];
  return {
    domain,
    dnssec_enabled: false,
    dnssec_valid: false,
    status: 'bogus',
    details: `${domain} does not validate: the signature of key 222 over bad.example A does not fit the data.`,
    verdict: 'broken',
    score: 0,
    audit: {
      zone: domain,
      chain: zones.map(({ zone, status }) => ({
        zone,
        subject: `${zone} DS`,
        status: status ?? 'indeterminate',
        message: 'As the picture shows it.',
        rule: 'RFC 4035 section 5',
      })),
      extended_error: null,
      signers: [],
      keys: [],
      signatures: [],
      denial: null,
      child_sync: null,
      zones,
    },
    scanned_at: new Date(0).toISOString(),
    findings: [],
    errors: [],
  };
}

/** Answers a browser's audits so: the collector of a test has no DNS to ask. */
export async function answerAudits(context: BrowserContext): Promise<void> {
  await context.route('**/api/v2/audit/dnssec', (route) => {
    const { domain } = route.request().postDataJSON() as { domain: string };
    return route.fulfill({ json: brokenChain(domain) });
  });
}

function key(tag: number, flags: number, vouched = false): NonNullable<Zone['keys']>[number] {
  return {
    key_tag: tag,
    flags,
    algorithm: 13,
    algorithm_name: 'ECDSAP256SHA256',
    bits: null,
    secure_entry_point: (flags & 1) !== 0,
    revoked: false,
    vouched_for: vouched,
    signs_keys: vouched,
  };
}

function signer(tag: number, matches: boolean): NonNullable<Zone['signers']>[number] {
  return {
    key_tag: tag,
    algorithm: 13,
    algorithm_name: 'ECDSAP256SHA256',
    digest_type: 2,
    digest_name: 'SHA-256',
    matches,
  };
}

function set(name: string, type: string, signatures: readonly (readonly [number, State])[]): Set {
  return {
    name,
    type,
    denies: null,
    records: 1,
    signatures: signatures.map(([tag, state]) => ({
      covers: type,
      key_tag: tag,
      algorithm: 13,
      inception: '2026-01-01T00:00:00.000Z',
      expiration: '2026-02-01T00:00:00.000Z',
      state,
      message: state === 'good' ? null : `The signature of key ${tag} over ${name} ${type} does not hold.`,
    })),
  };
}
