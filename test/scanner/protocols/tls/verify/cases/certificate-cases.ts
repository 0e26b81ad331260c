import { integer, sequence } from '../../../../../../shared/x509/der-writer.ts';
import {
  altNames,
  anyExtension,
  authorityKeyIdentifier,
  basicConstraints,
  clientAuth,
  critical,
  extendedKeyUsage,
  hostNames,
  keyUsage,
  nameConstraints,
  serverAuth,
  subjectKeyIdentifier,
} from '../../../../../support/x509/extension-samples.ts';
import {
  makeAuthority,
  makeKey,
  makeServer,
  type Sample,
} from '../../../../../support/x509/make-certificate.ts';
import { type ChainCase, host, middle, root } from './chain-case.ts';

const anyUsage = '2.5.29.37.0';
const rsa = makeKey('rsa2048');
const rsaRoot = makeAuthority('RSA root', { key: rsa });
const smallRoot = makeAuthority('Small root', { key: makeKey('rsa1024') });
const edRoot = makeAuthority('Edwards root', { key: makeKey('ed25519') });
const mailOnly = makeAuthority('For mail', { issuer: root, with: [extendedKeyUsage('1.3.6.1.5.5.7.3.4')] });
const forServers = makeAuthority('For servers', { issuer: root, with: [extendedKeyUsage(serverAuth)] });
const sha1Middle = makeAuthority('Old middle', { issuer: root, signature: 'ecdsa-sha1' });
const lax = makeAuthority('Lax', {
  issuer: root,
  with: [basicConstraints(true, undefined, false)],
  without: ['2.5.29.15', '2.5.29.14', '2.5.29.35'],
});
const unknownMiddle = makeAuthority('Unknown', { issuer: root, with: [anyExtension('1.2.3.4', true)] });
const laxRoot = makeAuthority('Root without identifier', { without: ['2.5.29.14'] });

const server = (options: Parameters<typeof makeServer>[2], issuer: Sample = middle) => [
  makeServer([host], issuer, options),
  issuer,
];

/** What holds for single certificates. */
export const certificateCases: readonly ChainCase[] = [
  { what: 'an RSA key of 2,048 bits', rule: 'CABF BR 6.1.5', chain: server({ key: rsa }) },
  {
    what: 'an RSA signature by SHA-256',
    rule: 'CABF BR 7.1.3.2.1',
    chain: server({}, rsaRoot),
    roots: [rsaRoot],
  },
  {
    what: 'an RSA key of 1,024 bits',
    rule: 'CABF BR 6.1.5',
    chain: server({ key: makeKey('rsa1024') }),
    client: ['weak_key'],
    opensslDiffers: 'its level of security for tools is 1 here',
  },
  {
    what: 'a root with a key of 1,024 bits',
    rule: 'CABF BR 6.1.5',
    chain: server({}, smallRoot),
    roots: [smallRoot],
    client: ['weak_key'],
    opensslDiffers: 'its level of security for tools is 1 here',
  },
  {
    what: 'an RSA key of 2,047 bits',
    rule: 'CABF BR 6.1.5',
    chain: server({ key: makeKey('rsa2047') }),
    client: ['weak_key'],
    opensslDiffers: 'its level of security for tools is 1 here',
  },
  {
    what: 'a key on P-192',
    rule: 'CABF BR 6.1.5',
    chain: server({ key: makeKey('p192') }),
    client: ['weak_key'],
    opensslDiffers: 'its level of security for tools is 1 here',
  },
  { what: 'a key on P-384', rule: 'CABF BR 6.1.5', chain: server({ key: makeKey('p384') }) },
  {
    what: 'Ed25519',
    rule: 'CABF BR 7.1.3.1',
    chain: server({}, edRoot),
    roots: [edRoot],
    strict: ['weak_signature', 'weak_key'],
  },
  {
    what: 'a signature by SHA-1',
    rule: 'CABF BR 7.1.3.2; RFC 6194',
    chain: server({ signature: 'ecdsa-sha1' }),
    client: ['weak_signature'],
    opensslDiffers: 'its level of security for tools is 1 here',
  },
  {
    what: 'an RSA signature by SHA-1',
    rule: 'CABF BR 7.1.3.2; RFC 6194',
    chain: server({ signature: 'rsa-sha1' }, rsaRoot),
    roots: [rsaRoot],
    client: ['weak_signature'],
    opensslDiffers: 'its level of security for tools is 1 here',
  },
  {
    what: 'an RSA signature by MD5',
    rule: 'RFC 6151',
    chain: server({ signature: 'rsa-md5' }, rsaRoot),
    roots: [rsaRoot],
    client: ['weak_signature'],
    opensslDiffers: 'its level of security for tools is 1 here',
  },
  {
    what: 'an intermediate signed by SHA-1',
    rule: 'CABF BR 7.1.3.2',
    chain: [makeServer([host], sha1Middle), sha1Middle],
    client: ['weak_signature'],
    opensslDiffers: 'its level of security for tools is 1 here',
  },
  {
    what: 'another algorithm beside the signature',
    rule: 'RFC 5280 section 4.1.1.2',
    chain: server({ outerSignature: 'ecdsa-sha384' }),
    client: ['bad_signature', 'signature_algorithm_mismatch'],
  },
  {
    what: 'a usage for clients alone',
    rule: 'RFC 5280 section 4.2.1.12',
    chain: server({ with: [extendedKeyUsage(clientAuth)] }),
    client: ['wrong_extended_key_usage'],
  },
  {
    what: 'a usage for both',
    rule: 'RFC 5280 section 4.2.1.12',
    chain: server({ with: [extendedKeyUsage(clientAuth, serverAuth)] }),
  },
  {
    what: 'a usage for anything',
    rule: 'CABF BR 7.1.2.7.10',
    chain: server({ with: [extendedKeyUsage(anyUsage)] }),
    strict: ['wrong_extended_key_usage'],
    opensslDiffers: 'it wants the usage by its name',
  },
  {
    what: 'a critical extended usage',
    rule: 'CABF BR 7.1.2.7.6',
    chain: server({ with: [critical(extendedKeyUsage(serverAuth))] }),
    strict: ['bad_extension'],
  },
  {
    what: 'a curve that is spelled out',
    rule: 'CABF BR 6.1.5; RFC 5480 section 2.1.1',
    chain: server({ key: makeKey('explicit') }),
    client: ['weak_key'],
  },
  {
    what: 'a path without a name, of certificates that are for no server',
    rule: 'RFC 5280 section 6.1',
    chain: server({ without: ['2.5.29.37', '2.5.29.17'] }),
    name: null,
  },
  {
    what: 'an e-mail address that is none',
    rule: 'RFC 5280 section 4.2.1.6',
    chain: server({ with: [altNames([`dns:${host}`, 'email:nobody'])] }),
    strict: ['bad_extension'],
  },
  {
    what: 'no extended usage',
    rule: 'CABF BR 7.1.2.7.10',
    chain: server({ without: ['2.5.29.37'] }),
    strict: ['missing_extension'],
  },
  {
    what: 'an authority for mail alone',
    rule: 'RFC 5280 section 4.2.1.12',
    chain: [makeServer([host], mailOnly), mailOnly],
    client: ['wrong_extended_key_usage'],
  },
  {
    what: 'an authority for servers alone',
    rule: 'RFC 5280 section 4.2.1.12',
    chain: [makeServer([host], forServers), forServers],
  },
  {
    what: 'a key that is for agreement',
    rule: 'RFC 5280 section 4.2.1.3',
    chain: server({ with: [keyUsage(4)] }),
  },
  {
    what: 'a key that is for non-repudiation alone',
    rule: 'RFC 5280 section 4.2.1.3',
    chain: server({ with: [keyUsage(1)] }),
    client: ['wrong_key_usage'],
  },
  {
    what: 'no usage of the key',
    rule: 'RFC 5280 section 4.2.1.3',
    chain: server({ without: ['2.5.29.15'] }),
  },
  {
    what: "a server's key that signs certificates",
    rule: 'RFC 5280 section 4.2.1.3',
    chain: server({ with: [keyUsage(0, 5)] }),
    strict: ['wrong_key_usage'],
  },
  {
    what: 'a server that is an authority',
    rule: 'CABF BR 7.1.2.7.6',
    chain: server({ with: [basicConstraints(true), keyUsage(0, 5)] }),
    strict: ['authority_as_server'],
  },
  {
    what: 'a path length of no authority',
    rule: 'RFC 5280 section 4.2.1.9',
    chain: server({ with: [basicConstraints(false, 1)] }),
    strict: ['bad_extension'],
  },
  {
    what: 'an unknown critical extension',
    rule: 'RFC 5280 section 4.2',
    chain: server({ with: [anyExtension('1.2.3.4', true)] }),
    client: ['unknown_critical_extension'],
  },
  {
    what: 'an unknown extension',
    rule: 'RFC 5280 section 4.2',
    chain: server({ with: [anyExtension('1.2.3.4', false)] }),
  },
  {
    what: 'an unknown critical extension of an intermediate',
    rule: 'RFC 5280 section 4.2',
    chain: [makeServer([host], unknownMiddle), unknownMiddle],
    client: ['unknown_critical_extension'],
  },
  {
    what: 'an extension twice',
    rule: 'RFC 5280 section 4.2',
    chain: server({ with: [keyUsage(0), keyUsage(0)] }),
    client: ['duplicate_extension'],
  },
  {
    what: 'basicConstraints that are broken',
    rule: 'RFC 5280 section 4.2.1.9',
    chain: server({ with: [anyExtension('2.5.29.19', true, Buffer.from('0101', 'hex'))] }),
    client: ['bad_extension'],
  },
  {
    what: 'a precertificate',
    rule: 'RFC 6962 section 3.1',
    chain: server({ with: [anyExtension('1.3.6.1.4.1.11129.2.4.3', true)] }),
    client: ['unknown_critical_extension'],
  },
  {
    what: 'a serial number of 21 octets',
    rule: 'RFC 5280 section 4.1.2.2',
    chain: server({ serialNumber: integer(1n << 161n) }),
    strict: ['bad_serial_number'],
  },
  {
    what: 'a serial number of 0',
    rule: 'RFC 5280 section 4.1.2.2',
    chain: server({ serialNumber: integer(0) }),
    strict: ['bad_serial_number'],
  },
  {
    what: 'a negative serial number',
    rule: 'RFC 5280 section 4.1.2.2',
    chain: server({ serialNumber: Buffer.from('0201ff', 'hex') }),
    strict: ['bad_serial_number'],
  },
  {
    what: 'a certificate that ends before it begins',
    rule: 'RFC 5280 section 4.1.2.5',
    chain: server({ notBefore: new Date('2026-05-01'), notAfter: new Date('2026-04-01') }),
    client: ['expired', 'bad_validity'],
  },
  {
    what: 'extensions in version 1',
    rule: 'RFC 5280 section 4.1.2.1',
    chain: server({ version: 0 }),
    client: ['bad_version'],
    opensslDiffers: 'it overlooks that',
  },
  {
    what: 'an authority that omits what it must have',
    rule: 'RFC 5280 section 4.2.1',
    chain: [makeServer([host], lax), lax],
    strict: ['missing_extension', 'missing_extension', 'bad_extension', 'missing_extension'],
  },
  {
    what: 'a root without an identifier of its key',
    rule: 'RFC 5280 section 4.2.1.2',
    chain: server({}, laxRoot),
    roots: [laxRoot],
    strict: ['missing_extension'],
  },
  {
    what: 'critical identifiers of keys',
    rule: 'RFC 5280 section 4.2.1.1 and 4.2.1.2',
    chain: server({
      with: [authorityKeyIdentifier(middle.key.id, true), subjectKeyIdentifier(Buffer.from('own'), true)],
    }),
    strict: ['bad_extension', 'bad_extension'],
    opensslDiffers: 'it refuses critical identifiers as unknown',
  },
  {
    what: 'name constraints of a server',
    rule: 'RFC 5280 section 4.2.1.10',
    chain: server({ with: [nameConstraints({ permitted: ['dns:example.com'] })] }),
    strict: ['bad_extension'],
  },
  {
    what: 'an empty list of extended usages',
    rule: 'RFC 5280 section 4.2.1.12',
    chain: server({ with: [anyExtension('2.5.29.37', false, sequence())] }),
    client: ['bad_extension'],
  },
  {
    what: 'names that are critical beside a subject',
    rule: 'CABF BR 7.1.2.7.12',
    chain: server({ with: [altNames(hostNames(host), true)] }),
    strict: ['bad_extension'],
  },
  {
    what: 'names that are not critical without a subject',
    rule: 'RFC 5280 section 4.2.1.6',
    chain: server({ subject: {} }),
    strict: ['bad_extension'],
  },
];
