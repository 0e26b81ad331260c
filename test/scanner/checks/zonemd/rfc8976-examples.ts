/**
 * The example zones of RFC 8976 appendix A, whose digests are given there. Names are relative to the zone, as there.
 */
export interface ZonemdExample {
  readonly section: string;
  readonly zone: string;
  readonly text: string;
}

const letters = 'abcdefghijklm'.split('');

/** Of root-servers.net, by letter: IPv6 and IPv4 addresses and mail exchangers as they were in 2018. */
const rootServers = [
  ['a', 'AAAA 2001:503:ba3e::2:30', 'A 198.41.0.4'],
  ['b', 'MX 20 mail.isi.edu.', 'AAAA 2001:500:200::b', 'A 199.9.14.201'],
  ['c', 'AAAA 2001:500:2::c', 'A 192.33.4.12'],
  ['d', 'AAAA 2001:500:2d::d', 'A 199.7.91.13'],
  ['e', 'AAAA 2001:500:a8::e', 'A 192.203.230.10'],
  ['f', 'AAAA 2001:500:2f::f', 'A 192.5.5.241'],
  ['g', 'AAAA 2001:500:12::d0d', 'A 192.112.36.4'],
  ['h', 'AAAA 2001:500:1::53', 'A 198.97.190.53'],
  ['i', 'MX 10 mx.i.root-servers.org.', 'AAAA 2001:7fe::53', 'A 192.36.148.17'],
  ['j', 'AAAA 2001:503:c27::2:30', 'A 192.58.128.30'],
  ['k', 'AAAA 2001:7fd::1', 'A 193.0.14.129'],
  ['l', 'AAAA 2001:500:9f::42', 'A 199.7.83.42'],
  ['m', 'AAAA 2001:dc3::35', 'A 202.12.27.33'],
];

export const zonemdExamples: readonly ZonemdExample[] = [
  {
    section: 'A.1',
    zone: 'example',
    text: `
example. 86400 IN SOA ns1 admin 2018031900 1800 900 604800 86400
         86400 IN NS ns1
         86400 IN NS ns2
         86400 IN ZONEMD 2018031900 1 1 (
           c68090d90a7aed716bc459f9340e3d7c1370d4d24b7e2fc3
           a1ddc0b9a87153b9a9713b3c9ae5cc27777f98b8e730044c )
ns1       3600 IN A 203.0.113.63
ns2       3600 IN AAAA 2001:db8::63
`,
  },
  {
    section: 'A.2',
    zone: 'example',
    text: `
example.      86400 IN SOA ns1 admin 2018031900 1800 900 604800 86400
              86400 IN NS ns1
              86400 IN NS ns2
              86400 IN ZONEMD 2018031900 1 1 (
                a3b69bad980a3504e1cffcb0fd6397f93848071c93151f55
                2ae2f6b1711d4bd2d8b39808226d7b9db71e34b72077f8fe )
ns1            3600 IN A 203.0.113.63
NS2            3600 IN AAAA 2001:db8::63
occluded.sub   7200 IN TXT "I'm occluded but must be digested"
sub            7200 IN NS ns1
duplicate       300 IN TXT "I must be digested just once"
duplicate       300 IN TXT "I must be digested just once"
foo.test.       555 IN TXT "out-of-zone data must be excluded"
UPPERCASE      3600 IN TXT "canonicalize uppercase owner names"
*               777 IN PTR dont-forget-about-wildcards
mail           3600 IN MX 20 MAIL1
mail           3600 IN MX 10 Mail2.Example.
sortme         3600 IN AAAA 2001:db8::5:61
sortme         3600 IN AAAA 2001:db8::3:62
sortme         3600 IN AAAA 2001:db8::4:63
sortme         3600 IN AAAA 2001:db8::1:65
sortme         3600 IN AAAA 2001:db8::2:64
non-apex        900 IN ZONEMD 2018031900 1 1 (
                616c6c6f776564206275742069676e6f7265642e20616c6c
                6f776564206275742069676e6f7265642e20616c6c6f7765 )
`,
  },
  {
    section: 'A.3',
    zone: 'example',
    text: `
example.     86400 IN SOA ns1 admin 2018031900 1800 900 604800 86400
example.     86400 IN NS ns1.example.
example.     86400 IN NS ns2.example.
example.     86400 IN ZONEMD 2018031900 1 1 (
               62e6cf51b02e54b9b5f967d547ce43136792901f9f88e637
               493daaf401c92c279dd10f0edb1c56f8080211f8480ee306 )
example.     86400 IN ZONEMD 2018031900 1 2 (
               08cfa1115c7b948c4163a901270395ea226a930cd2cbcf2f
               a9a5e6eb85f37c8a4e114d884e66f176eab121cb02db7d65
               2e0cc4827e7a3204f166b47e5613fd27 )
example.     86400 IN ZONEMD 2018031900 1 240 e2d523f654b9422a96c5a8f44607bbee
example.     86400 IN ZONEMD 2018031900 241 1 e1846540e33a9e4189792d18d5d131f605fc283e
ns1.example.  3600 IN A 203.0.113.63
ns2.example. 86400 IN TXT "This example has multiple digests"
NS2.EXAMPLE.  3600 IN AAAA 2001:db8::63
`,
  },
  {
    section: 'A.5',
    zone: 'root-servers.net',
    text: [
      '$TTL 3600000',
      '@ SOA a.root-servers.net. nstld.verisign-grs.com. 2018091100 14400 7200 1209600 3600000',
      ...letters.map((letter) => `@ NS ${letter}`),
      ...rootServers.flatMap(([letter, ...records]) => records.map((record) => `${letter} ${record}`)),
      '@ ZONEMD 2018091100 1 1 (',
      '  f1ca0ccd91bd5573d9f431c00ee0101b2545c97602be0a97',
      '  8a3b11dbfc1c776d5b3e86ae3d973d6b5349ba7f04340f79 )',
      '',
    ].join('\n'),
  },
];
