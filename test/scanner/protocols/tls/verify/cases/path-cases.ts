import {
  authorityKeyIdentifier,
  basicConstraints,
  keyUsage,
} from '../../../../../support/x509/extension-samples.ts';
import {
  makeAuthority,
  makeCertificate,
  makeKey,
  makeServer,
} from '../../../../../support/x509/make-certificate.ts';
import { at, type ChainCase, good, host, middle, root } from './chain-case.ts';

const stranger = makeAuthority('Stranger');
const twin = makeAuthority('Middle', { issuer: root });
const past = { notBefore: new Date('2024-01-01'), notAfter: new Date('2025-01-01') };
const future = { notBefore: new Date('2026-09-01'), notAfter: new Date('2027-09-01') };
const selfSigned = makeServer([host], root, { issuer: undefined });
const oldMiddle = makeAuthority('Middle', { issuer: root, key: middle.key, ...past });
const expiredRoot = makeAuthority('Old root', past);
const newRoot = makeAuthority('New root');
const crossSigned = makeAuthority('New root', { issuer: root, key: newRoot.key });
const crossExpired = makeAuthority('New root', { issuer: root, key: newRoot.key, ...past });
const belowNew = makeServer([host], newRoot);
const short = makeAuthority('Short', { issuer: root, with: [basicConstraints(true, 0)] });
const tooDeep = makeAuthority('Too deep', { issuer: short });
const shortSelf = makeAuthority('Short', { issuer: short });
const shortRoot = makeAuthority('Short root', { with: [basicConstraints(true, 0)] });
const belowShortRoot = makeAuthority('Below', { issuer: shortRoot });
const noAuthority = makeAuthority('No authority', { issuer: root, with: [basicConstraints(false)] });
const nothingSaid = makeAuthority('Nothing said', { issuer: root, without: ['2.5.29.19'] });
const noSigning = makeAuthority('No signing', { issuer: root, with: [keyUsage(6)] });
const oldVersion = makeCertificate({
  subject: { CN: 'Version 1' },
  issuer: root,
  version: 0,
  extensions: [],
});
const looped = makeKey();
const loopA = makeAuthority('Loop A', {
  key: looped,
  issuer: { key: looped, subject: makeAuthority('Loop B').subject },
});
const loopB = makeAuthority('Loop B', { key: looped, issuer: loopA });
const tower = [root];
for (let height = 0; height < 12; height++)
  tower.push(makeAuthority(`Floor ${height}`, { issuer: tower.at(-1)! }));

/** How a path is found and what holds for it as a whole. */
export const pathCases: readonly ChainCase[] = [
  { what: 'a sound chain', rule: 'RFC 5280 section 6.1', chain: [good, middle] },
  { what: 'the root sent along', rule: 'RFC 8446 section 4.4.2', chain: [good, middle, root] },
  { what: 'a chain out of order', rule: 'RFC 8446 section 4.4.2', chain: [good, root, middle] },
  {
    what: 'certificates that lead nowhere',
    rule: 'RFC 8446 section 4.4.2',
    chain: [good, stranger, middle, tooDeep],
  },
  { what: 'one certificate twice', rule: 'RFC 8446 section 4.4.2', chain: [good, middle, middle] },
  {
    what: 'a missing intermediate',
    rule: 'RFC 8446 section 4.4.2',
    chain: [good],
    client: ['incomplete_chain'],
  },
  {
    what: 'an unknown root',
    rule: 'RFC 5280 section 6.1',
    chain: [good, middle, root],
    roots: [stranger],
    client: ['untrusted_root'],
  },
  {
    what: 'an unknown root that was not sent',
    rule: 'RFC 5280 section 6.1',
    chain: [good, middle],
    roots: [stranger],
    client: ['incomplete_chain'],
  },
  {
    what: 'a certificate that signs itself',
    rule: 'RFC 5280 section 6.1',
    chain: [selfSigned],
    client: ['self_signed'],
    strict: ['self_signed'],
  },
  {
    what: 'a certificate that signs itself, trusted as such',
    rule: 'RFC 5280 section 6.1',
    chain: [selfSigned],
    roots: [selfSigned],
  },
  {
    what: 'an intermediate trusted as a root',
    rule: 'RFC 5280 section 6.1.1 (d)',
    chain: [good, middle],
    roots: [middle],
    opensslDiffers: 'it takes anchors that sign themselves alone unless told otherwise',
  },
  {
    what: 'a signature that is forged',
    rule: 'RFC 5280 section 6.1.3 (a) (1)',
    chain: [makeServer([host], middle, { forged: true }), middle],
    client: ['bad_signature'],
  },
  {
    what: 'an issuer of the same name with another key',
    rule: 'RFC 5280 section 6.1.3 (a) (1)',
    chain: [good, twin],
    client: ['bad_signature'],
  },
  { what: 'both issuers of that name', rule: 'RFC 4158 section 2', chain: [good, twin, middle] },
  {
    what: 'an expired certificate',
    rule: 'RFC 5280 section 6.1.3 (a) (2)',
    chain: [makeServer([host], middle, past), middle],
    client: ['expired'],
  },
  {
    what: 'a certificate of the future',
    rule: 'RFC 5280 section 6.1.3 (a) (2)',
    chain: [makeServer([host], middle, future), middle],
    client: ['not_yet_valid'],
  },
  {
    what: 'the last second',
    rule: 'RFC 5280 section 4.1.2.5',
    chain: [good, middle],
    at: new Date('2027-01-01T00:00:00Z'),
    opensslDiffers: 'it counts the last second as past',
  },
  {
    what: 'a second later',
    rule: 'RFC 5280 section 4.1.2.5',
    chain: [good, middle],
    at: new Date('2027-01-01T00:00:01Z'),
    client: ['expired', 'expired', 'expired'],
  },
  {
    what: 'an expired intermediate',
    rule: 'RFC 5280 section 6.1.3 (a) (2)',
    chain: [good, oldMiddle],
    client: ['expired'],
  },
  {
    what: 'an expired intermediate beside its renewal',
    rule: 'RFC 4158 section 2',
    chain: [good, oldMiddle, middle],
  },
  {
    what: 'an expired root',
    rule: 'RFC 5280 section 6.1.3 (a) (2)',
    chain: [makeServer([host], expiredRoot)],
    roots: [expiredRoot],
    client: ['expired'],
  },
  {
    what: 'a root signed by an older one that is trusted',
    rule: 'RFC 4158 section 2.4.2',
    chain: [belowNew, crossSigned],
    roots: [root],
  },
  {
    what: 'a root that is trusted, with its cross-signature expired',
    rule: 'RFC 4158 section 2.4.2',
    chain: [belowNew, crossExpired],
    roots: [newRoot, root],
  },
  {
    what: 'a cross-signature that expired, the new root not being trusted',
    rule: 'RFC 5280 section 6.1.3 (a) (2)',
    chain: [belowNew, crossExpired],
    roots: [root],
    client: ['expired'],
  },
  {
    what: 'authorities that vouch for each other',
    rule: 'RFC 4158 section 2.4.3',
    chain: [makeServer([host], loopB), loopB, loopA],
    client: ['incomplete_chain'],
  },
  {
    what: 'a chain of twelve authorities',
    rule: 'a bound of this program',
    chain: [makeServer([host], tower.at(-1)!), ...tower.slice(1)],
    client: ['chain_too_long'],
    opensslDiffers: 'it takes up to a hundred',
  },
  {
    what: 'a path length of 0 that is kept',
    rule: 'RFC 5280 section 4.2.1.9',
    chain: [makeServer([host], short), short],
  },
  {
    what: 'a path length of 0 that is not kept',
    rule: 'RFC 5280 section 6.1.4 (l)',
    chain: [makeServer([host], tooDeep), tooDeep, short],
    client: ['path_length_exceeded'],
  },
  {
    what: 'an authority that issues to itself below a path length of 0',
    rule: 'RFC 5280 section 6.1.4 (l)',
    chain: [makeServer([host], shortSelf), shortSelf, short],
  },
  {
    what: 'a path length of the root',
    rule: 'RFC 5280 section 4.2.1.9',
    chain: [makeServer([host], belowShortRoot), belowShortRoot],
    roots: [shortRoot],
    client: ['path_length_exceeded'],
  },
  {
    what: 'an intermediate that is no authority',
    rule: 'RFC 5280 section 6.1.4 (k)',
    chain: [makeServer([host], noAuthority), noAuthority],
    client: ['not_an_authority'],
  },
  {
    what: 'an intermediate without basicConstraints',
    rule: 'RFC 5280 section 6.1.4 (k)',
    chain: [makeServer([host], nothingSaid), nothingSaid],
    client: ['not_an_authority'],
  },
  {
    what: 'a server that issues',
    rule: 'RFC 5280 section 6.1.4 (k)',
    chain: [makeServer([host], good), good, middle],
    client: ['not_an_authority', 'wrong_key_usage'],
    strict: ['not_an_authority', 'wrong_key_usage', 'missing_extension'],
  },
  {
    what: 'an intermediate that may not sign certificates',
    rule: 'RFC 5280 section 6.1.4 (n)',
    chain: [makeServer([host], noSigning), noSigning],
    client: ['wrong_key_usage'],
  },
  {
    what: 'an intermediate of version 1',
    rule: 'RFC 5280 section 6.1.4 (k)',
    chain: [makeServer([host], oldVersion), oldVersion],
    client: ['not_an_authority'],
    strict: [
      'bad_version',
      'missing_extension',
      'missing_extension',
      'not_an_authority',
      'missing_extension',
    ],
  },
  {
    what: 'an identifier of another key than the issuer has',
    rule: 'RFC 5280 section 4.2.1.1',
    chain: [makeServer([host], middle, { with: [authorityKeyIdentifier(Buffer.from('another'))] }), middle],
    opensslDiffers: 'it takes the identifier for a condition, not for a hint',
  },
  { what: 'no certificate', rule: 'RFC 8446 section 4.4.2.4', chain: [], client: ['empty_chain'] },
  {
    what: 'something that is no certificate',
    rule: 'RFC 5280 section 4.1',
    chain: [{ der: Buffer.from('certificate') }],
    client: ['malformed'],
  },
  {
    what: 'something that is none among the others',
    rule: 'RFC 8446 section 4.4.2',
    chain: [good, { der: Buffer.from('junk') }, middle],
  },
  {
    what: 'a moment before the chain was made',
    rule: 'RFC 5280 section 6.1.3 (a) (2)',
    chain: [good, middle],
    at: new Date(at.getTime() - 365 * 86_400_000),
    client: ['not_yet_valid', 'not_yet_valid', 'not_yet_valid'],
  },
];
