import { altNames, nameConstraints } from '../../../../../support/x509/extension-samples.ts';
import { makeAuthority, makeServer } from '../../../../../support/x509/make-certificate.ts';
import { type ChainCase, host, middle, root } from './chain-case.ts';

const withNames = (...names: string[]) => [makeServer(names, middle), middle];
const unnamed = makeServer([host], middle, { without: ['2.5.29.17'] });

/** Matching of names; the common name is of no account. */
const matching: readonly ChainCase[] = [
  {
    what: 'a common name in other letters than the name',
    rule: 'CABF BR 7.1.4.3',
    chain: [makeServer([host], middle, { subject: { CN: host.toUpperCase() } }), middle],
    strict: ['bad_extension'],
  },
  { what: 'the name in other letters', rule: 'RFC 9525 section 6.3', chain: withNames('WWW.Example.COM') },
  {
    what: 'a name asked for with a dot behind',
    rule: 'RFC 9525 section 6.3',
    chain: withNames(host),
    name: `${host}.`,
    opensslDiffers: 'it compares the dot',
  },
  {
    what: 'another name',
    rule: 'RFC 9525 section 6.3',
    chain: withNames('example.net'),
    client: ['name_mismatch'],
  },
  {
    what: 'one name of many',
    rule: 'RFC 9525 section 6.3',
    chain: withNames(...Array.from({ length: 1_000 }, (_, n) => `n${n}.example.com`), host),
  },
  { what: 'a wildcard for one label', rule: 'RFC 9525 section 6.3', chain: withNames('*.example.com') },
  {
    what: 'a wildcard for no label',
    rule: 'RFC 9525 section 6.3',
    chain: withNames('*.www.example.com'),
    client: ['name_mismatch'],
  },
  {
    what: 'a wildcard for two labels',
    rule: 'RFC 9525 section 6.3',
    chain: withNames('*.example.com'),
    name: 'a.b.example.com',
    client: ['name_mismatch'],
  },
  {
    what: 'a wildcard within a label',
    rule: 'RFC 9525 section 6.3',
    chain: withNames('w*.example.com'),
    client: ['name_mismatch'],
    strict: ['name_mismatch', 'bad_extension'],
    opensslDiffers: 'it takes partial wildcards',
  },
  {
    what: 'a wildcard in the second label',
    rule: 'RFC 9525 section 6.3',
    chain: withNames('www.*.com'),
    client: ['name_mismatch'],
    strict: ['name_mismatch', 'bad_extension'],
  },
  {
    what: 'two wildcards',
    rule: 'RFC 9525 section 6.3',
    chain: withNames('*.*.com'),
    client: ['name_mismatch'],
    strict: ['name_mismatch', 'bad_extension'],
  },
  {
    what: 'a wildcard alone',
    rule: 'RFC 9525 section 6.3',
    chain: withNames('*'),
    name: 'localhost',
    client: ['name_mismatch'],
    strict: ['name_mismatch', 'bad_extension'],
  },
  {
    what: 'a wildcard over a top-level domain',
    rule: 'CABF BR 3.2.2.6',
    chain: withNames('*.com'),
    name: 'example.com',
    client: ['name_mismatch'],
    strict: ['name_mismatch', 'bad_extension'],
  },
  {
    what: 'a wildcard over a public suffix',
    rule: 'CABF BR 3.2.2.6',
    chain: withNames('*.co.uk'),
    name: 'example.co.uk',
    strict: ['bad_extension'],
  },
  {
    what: 'a wildcard for an A-label',
    rule: 'RFC 9525 section 6.3',
    chain: withNames('*.example.com'),
    name: 'xn--mnchen-3ya.example.com',
  },
  {
    what: 'an internationalised name, as people write it',
    rule: 'RFC 9525 section 6.1.2',
    chain: withNames('xn--mnchen-3ya.example.com'),
    name: 'münchen.example.com',
    opensslDiffers: 'it takes A-labels alone',
  },
  {
    what: 'a name in the common name alone',
    rule: 'RFC 9525 section 6.3',
    chain: [unnamed, middle],
    client: ['no_names'],
    opensslDiffers: 'it falls back to common names',
  },
  {
    what: 'a common name that is not among the names',
    rule: 'CABF BR 7.1.4.3',
    chain: [makeServer([host], middle, { subject: { CN: 'else.example.com' } }), middle],
    strict: ['bad_extension'],
  },
  { what: 'an IPv4 address', rule: 'RFC 9525 section 6.4', chain: withNames('192.0.2.1'), name: '192.0.2.1' },
  {
    what: 'an IPv6 address in another form',
    rule: 'RFC 9525 section 6.4',
    chain: withNames('2001:db8::1'),
    name: '2001:DB8:0:0::1',
  },
  {
    what: 'another address',
    rule: 'RFC 9525 section 6.4',
    chain: withNames('192.0.2.1'),
    name: '192.0.2.2',
    client: ['name_mismatch'],
  },
  {
    what: 'an address written as a name',
    rule: 'RFC 9525 section 6.4',
    chain: [makeServer(['x'], middle, { subject: { O: 'x' }, with: [altNames(['dns:192.0.2.1'])] }), middle],
    name: '192.0.2.1',
    client: ['name_mismatch'],
  },
  {
    what: 'a name outside ASCII in the certificate',
    rule: 'RFC 5280 section 4.2.1.6',
    chain: [makeServer(['x'], middle, { with: [altNames(['dns:münchen.example.com'])] }), middle],
    name: 'xn--mnchen-3ya.example.com',
    client: ['bad_extension', 'name_mismatch'],
  },
  {
    what: 'an address of three octets',
    rule: 'RFC 5280 section 4.2.1.6',
    chain: [
      makeServer(['x'], middle, { with: [altNames([`dns:${host}`, 'dns:x', 'raw:8703c00002'])] }),
      middle,
    ],
    strict: ['bad_extension'],
  },
  {
    what: 'a name with an underscore',
    rule: 'CABF BR 7.1.2.7.12',
    chain: withNames('a_b.example.com'),
    name: 'a_b.example.com',
    strict: ['bad_extension'],
  },
  {
    what: 'a name that starts with a dot',
    rule: 'RFC 5280 section 4.2.1.6',
    chain: withNames('.example.com', host),
    strict: ['bad_extension'],
  },
  {
    what: 'no name asked for',
    rule: 'RFC 5280 section 6.1',
    chain: withNames('else.example.com'),
    name: null,
  },
  {
    what: 'something asked for that is no name',
    rule: 'RFC 9525 section 6.1.2',
    chain: withNames(host),
    name: 'www example com',
    client: ['name_mismatch'],
  },
];

function constrained(constraints: Parameters<typeof nameConstraints>[0], ...names: string[]) {
  const authority = makeAuthority('Constrained', { issuer: root, with: [nameConstraints(constraints)] });
  return [makeServer(names, authority), authority];
}
const constrainedRoot = makeAuthority('Constrained root', {
  with: [nameConstraints({ permitted: ['dns:example.net'] })],
});
const laxConstraints = makeAuthority('Lax', {
  issuer: root,
  with: [nameConstraints({ excluded: ['dns:example.com'] }, false)],
});
const forBoth = makeAuthority('Constrained', {
  issuer: root,
  with: [nameConstraints({ permitted: ['dns:example.com'] })],
});
const self = makeAuthority('Constrained', { issuer: forBoth });

/** Name constraints (RFC 5280 section 4.2.1.10). */
const constraints: readonly ChainCase[] = [
  {
    what: 'a name within',
    rule: 'RFC 5280 section 4.2.1.10',
    chain: constrained({ permitted: ['dns:example.com'] }, host),
  },
  {
    what: 'the base itself',
    rule: 'RFC 5280 section 4.2.1.10',
    chain: constrained({ permitted: ['dns:www.example.com'] }, host),
  },
  {
    what: 'a name outside',
    rule: 'RFC 5280 section 4.2.1.10',
    chain: constrained({ permitted: ['dns:example.net'] }, host),
    client: ['name_constraint_violated'],
  },
  {
    what: 'a name that only ends alike',
    rule: 'RFC 5280 section 4.2.1.10',
    chain: constrained({ permitted: ['dns:ample.com'] }, host),
    client: ['name_constraint_violated'],
  },
  {
    what: 'a second name outside',
    rule: 'RFC 5280 section 4.2.1.10',
    chain: constrained({ permitted: ['dns:example.com'] }, host, 'example.net'),
    client: ['name_constraint_violated'],
  },
  {
    what: 'an excluded name',
    rule: 'RFC 5280 section 4.2.1.10',
    chain: constrained({ excluded: ['dns:example.com'] }, host),
    client: ['name_constraint_violated'],
  },
  {
    what: 'a name excluded within what is permitted',
    rule: 'RFC 5280 section 4.2.1.10',
    chain: constrained({ permitted: ['dns:com'], excluded: ['dns:www.example.com'] }, host),
    client: ['name_constraint_violated'],
  },
  {
    what: 'a wildcard within',
    rule: 'RFC 5280 section 4.2.1.10',
    chain: constrained({ permitted: ['dns:example.com'] }, '*.example.com'),
  },
  {
    what: 'a wildcard that stands for an excluded name',
    rule: 'RFC 5280 section 4.2.1.10',
    chain: constrained({ excluded: ['dns:secret.example.com'] }, '*.example.com'),
    client: ['name_constraint_violated'],
    opensslDiffers: 'it compares the asterisk',
  },
  {
    what: 'constraints of the root',
    rule: 'RFC 5280 section 4.2.1.10',
    chain: [makeServer([host], constrainedRoot)],
    roots: [constrainedRoot],
    client: ['name_constraint_violated'],
  },
  {
    what: 'a constraint on another kind of name',
    rule: 'RFC 5280 section 4.2.1.10',
    chain: constrained({ permitted: ['ip:192.0.2.0/24'] }, host),
  },
  {
    what: 'an address within',
    rule: 'RFC 5280 section 4.2.1.10',
    chain: constrained({ permitted: ['ip:192.0.2.0/24'] }, '192.0.2.9'),
    name: '192.0.2.9',
  },
  {
    what: 'an address outside',
    rule: 'RFC 5280 section 4.2.1.10',
    chain: constrained({ permitted: ['ip:192.0.2.0/24'] }, '198.51.100.9'),
    name: '198.51.100.9',
    client: ['name_constraint_violated'],
  },
  {
    what: 'an IPv6 address where IPv4 is permitted',
    rule: 'RFC 5280 section 4.2.1.10',
    chain: constrained({ permitted: ['ip:0.0.0.0/0'] }, '2001:db8::1'),
    name: '2001:db8::1',
    client: ['name_constraint_violated'],
  },
  {
    what: 'a mask that is no prefix',
    rule: 'RFC 5280 section 4.2.1.10',
    chain: constrained({ permitted: ['raw:8708c0000200ff00ff00'] }, '192.0.2.9'),
    name: '192.0.2.9',
    client: ['bad_extension'],
    opensslDiffers: 'it takes any mask',
  },
  {
    what: 'a subject outside of a directory',
    rule: 'RFC 5280 section 4.2.1.10',
    chain: constrained({ permitted: ['dir:else.example.com'] }, host),
    client: ['name_constraint_violated'],
  },
  {
    what: 'a subject within a directory',
    rule: 'RFC 5280 section 4.2.1.10',
    chain: constrained({ permitted: [`dir:${host}`] }, host),
  },
  {
    what: 'a constraint with a dot in front',
    rule: 'RFC 5280 section 4.2.1.10',
    chain: constrained({ permitted: ['dns:.example.com'] }, host),
    strict: ['bad_extension'],
  },
  {
    what: 'constraints that are not critical',
    rule: 'RFC 5280 section 4.2.1.10',
    chain: [makeServer([host], laxConstraints), laxConstraints],
    client: ['name_constraint_violated'],
    strict: ['bad_extension', 'name_constraint_violated'],
  },
  {
    what: 'an authority that issues to itself',
    rule: 'RFC 5280 section 6.1.3 (b)',
    chain: [makeServer([host], self), self, forBoth],
  },
  {
    what: 'an empty constraint',
    rule: 'RFC 5280 section 4.2.1.10',
    chain: constrained({ excluded: ['dns:'] }, host),
    client: ['name_constraint_violated'],
  },
];

export const nameCases = [...matching, ...constraints];
