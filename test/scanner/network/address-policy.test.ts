import test from 'ava';
import fc from 'fast-check';
import { AddressPolicy } from '../../../scanner/network/address-policy.ts';
import { addressText, ipv6Text } from '../../../shared/net/address.ts';

const policy = new AddressPolicy([]);

/** Addresses that must not be reached, in four bytes. */
const privateIpv4 = fc.oneof(
  ...[
    [0],
    [10],
    [127],
    [169, 254],
    [192, 168],
    [172, 16],
    [172, 31],
    [100, 64],
    [198, 18],
    [224],
    [239],
    [240],
    [255],
    [192, 0, 2],
    [198, 51, 100],
    [203, 0, 113],
  ].map((prefix) =>
    fc
      .uint8Array({ minLength: 4, maxLength: 4 })
      .map((bytes) => Uint8Array.of(...prefix, ...bytes).subarray(0, 4)),
  ),
);

test('an address that is not public is refused in every notation that a URL may have it in', (t) => {
  fc.assert(
    fc.property(privateIpv4, (bytes) => {
      const [a, b, c, d] = [...bytes] as [number, number, number, number];
      const number = ((a << 24) | (b << 16) | (c << 8) | d) >>> 0;
      const hex = (value: number) => value.toString(16).padStart(2, '0');
      const tail = `${hex(a)}${hex(b)}:${hex(c)}${hex(d)}`;
      const hosts = [
        `${a}.${b}.${c}.${d}`,
        `${number}`,
        `0x${number.toString(16)}`,
        `0${number.toString(8)}`,
        `0${a.toString(8)}.0x${hex(b)}.${c}.${d}`,
        `${a}.${b}.${(c << 8) | d}`,
        `${a}.${(b << 16) | (c << 8) | d}`,
        `${a}.${b}.${c}.${d}.`,
        `[::ffff:${a}.${b}.${c}.${d}]`,
        `[::ffff:${tail}]`,
        `[0:0:0:0:0:ffff:${tail}]`,
        `[::${a}.${b}.${c}.${d}]`,
        `[64:ff9b::${tail}]`,
        `[2002:${tail}::1]`,
        `\uff11\uff12\uff17.0.0.1`,
      ];
      for (const host of hosts) {
        const literal = new URL(`http://${host}/`).hostname.replace(/^\[|\]$/g, '');
        t.false(policy.permits(literal), `${host} as ${literal}`);
      }
    }),
    { numRuns: 300 },
  );
});

test('IPv6 addresses that are not public are refused', (t) => {
  for (const address of [
    '::',
    '::1',
    'fe80::1',
    'febf::1',
    'fc00::1',
    'fd00:ec2::254',
    'ff02::1',
    '2001:db8::1',
    '2001::1',
    '100::1',
    'fec0::1',
    '64:ff9b:1::1',
    '3fff::1',
    'fe80::1%eth0',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
  ]) {
    t.false(policy.permits(address), address);
  }
});

test('public addresses are permitted, carried ones too', (t) => {
  for (const address of [
    '9.9.9.9',
    '193.0.0.1',
    '2a00::1',
    '2606:4700::1',
    '::ffff:9.9.9.9',
    '64:ff9b::909:909',
  ]) {
    t.true(policy.permits(address), address);
  }
});

test('what is no address is refused', (t) => {
  fc.assert(fc.property(fc.string(), (text) => t.is(typeof policy.permits(text), 'boolean')));
  for (const text of ['', 'localhost', '127.1', '0x7f000001', '1.2.3.4:80'])
    t.false(policy.permits(text), text);
});

test('an operator can allow networks, and nothing else is allowed with them', (t) => {
  const own = new AddressPolicy(['10.1.0.0/16', '2001:db8:1::/48', '127.0.0.1']);
  for (const address of ['10.1.2.3', '::ffff:10.1.2.3', '2001:db8:1::5', '127.0.0.1'])
    t.true(own.permits(address));
  for (const address of ['10.2.0.1', '2001:db8:2::5', '127.0.0.2', '169.254.169.254'])
    t.false(own.permits(address));
});

test('every address is decided alike whether written as itself or mapped', (t) => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 4, maxLength: 4 }), (bytes) => {
      const mapped = Buffer.concat([Buffer.alloc(10), Buffer.of(0xff, 0xff), bytes]);
      t.is(policy.permits(addressText(mapped)), policy.permits(ipv6Text(mapped)));
    }),
  );
});
