import { altNames, mustStaple, nameConstraints } from '../../../../../support/x509/extension-samples.ts';
import {
  makeAuthority,
  makeKey,
  makeServer,
  type Sample,
} from '../../../../../support/x509/make-certificate.ts';
import { type ChainCase, host, root } from './chain-case.ts';

const rule = 'RFC 5280 section 4.2.1.10';
const without = ['2.5.29.17'];

function below(
  list: Parameters<typeof nameConstraints>[0],
  makeOne: (issuer: Sample) => Sample,
): readonly Sample[] {
  const authority = makeAuthority('Bounded', { issuer: root, with: [nameConstraints(list)] });
  return [makeOne(authority), authority];
}

const named =
  (...names: string[]) =>
  (issuer: Sample) =>
    makeServer([], issuer, { subject: { O: 'Sample' }, with: [altNames(names)] });

const demanding = makeAuthority('Stapling', { issuer: root, with: [mustStaple()] });
const own = makeServer([host], root, {
  issuer: undefined,
  key: makeKey('rsa2048'),
  signature: 'rsa-sha1',
});

const rootName = { CN: 'Root', O: 'Sonde tests' };
const sameKey = makeServer([host], root, { subject: rootName, key: root.key });

/** What authorities above demand of names that are none, of names of old, and of TLS. */
export const demandCases: readonly ChainCase[] = [
  {
    what: 'a name that ends with a dot, where others are excluded',
    rule,
    chain: below({ excluded: ['dns:example.net'] }, named(`dns:${host}`, 'dns:www.example.net.')),
    client: ['name_constraint_violated'],
    strict: ['name_constraint_violated', 'bad_extension'],
    opensslDiffers: 'it compares the dot',
  },
  {
    what: 'a name that is none, where names are permitted',
    rule,
    chain: below({ permitted: ['dns:example.com'] }, named(`dns:${host}`, 'dns:a b.example.com')),
    client: ['name_constraint_violated'],
    strict: ['name_constraint_violated', 'bad_extension'],
    opensslDiffers: 'it compares ends only',
  },
  {
    what: 'a constraint that ends with a dot',
    rule,
    chain: below({ excluded: ['dns:example.net.'] }, named(`dns:${host}`)),
    client: ['name_constraint_violated'],
    strict: ['name_constraint_violated', 'bad_extension'],
    opensslDiffers: 'it compares the dot',
  },
  {
    what: 'a mailbox at a host that is none',
    rule,
    chain: below({ excluded: ['email:example.net'] }, named(`dns:${host}`, 'email:me@*.example.org')),
    client: ['name_constraint_violated'],
    opensslDiffers: 'it compares ends only',
  },
  {
    what: 'a constraint of a mailbox with a dot behind the sign',
    rule,
    chain: below({ excluded: ['email:me@.example.net'] }, named(`dns:${host}`, 'email:me@www.example.net')),
    client: ['name_constraint_violated'],
    opensslDiffers: 'it compares the dot',
  },
  {
    what: 'a common name out of bounds, beside no other name',
    rule,
    chain: below({ excluded: ['dns:example.com'] }, (issuer) => makeServer([host], issuer, { without })),
    client: ['no_names'],
    strict: ['no_names', 'name_constraint_violated'],
  },
  {
    what: 'an address for a common name, out of bounds',
    rule,
    chain: below({ permitted: ['ip:192.0.2.0/24'] }, (issuer) =>
      makeServer([host], issuer, { subject: { CN: '198.51.100.1' }, without }),
    ),
    client: ['no_names'],
    strict: ['no_names', 'name_constraint_violated'],
  },
  {
    what: 'a common name out of bounds, beside one within',
    rule: 'RFC 9525 section 6',
    chain: below({ permitted: ['dns:example.com'] }, (issuer) =>
      makeServer([host], issuer, { subject: { CN: 'www.example.net' } }),
    ),
    strict: ['bad_extension'],
  },
  {
    what: 'less TLS than the authority demands',
    rule: 'RFC 7633 section 4.2.2',
    chain: [makeServer([host], demanding), demanding],
    strict: ['missing_extension'],
  },
  {
    what: 'as much TLS as the authority demands',
    rule: 'RFC 7633 section 4.2.2',
    chain: [makeServer([host], demanding, { with: [mustStaple()] }), demanding],
  },
  {
    what: 'a certificate that is trusted as it is, whatever its signature',
    rule: 'RFC 5280 section 6.1',
    chain: [own],
    roots: [own],
  },
  {
    what: 'a certificate of the name and key of its root',
    rule: 'RFC 5280 section 6.1',
    chain: [sameKey],
    strict: ['bad_extension'],
    opensslDiffers: 'it takes the certificate for signed by itself',
  },
];
