/**
 * Records, mostly the examples of the RFCs that define them: type, stored form, data on the wire. NSD 4.6 made the data
 * from zone text and `dig` showed it; the stored form has names without their final dot, and hexadecimal in lower case.
 */
export const recordExamples: readonly (readonly [type: string, text: string, data: string])[] = [
  ['HTTPS', '0 pool.svc.example.com', '000004706f6f6c03737663076578616d706c6503636f6d00'],
  ['SVCB', '1 .', '000100'],
  ['SVCB', '16 foo.example.com port=53', '001003666f6f076578616d706c6503636f6d00000300020035'],
  ['SVCB', '1 foo.example.com key667="hello"', '000103666f6f076578616d706c6503636f6d00029b000568656c6c6f'],
  [
    'SVCB',
    String.raw`1 foo.example.com key667="hello\210qoo"`,
    '000103666f6f076578616d706c6503636f6d00029b000968656c6c6fd2716f6f',
  ],
  [
    'SVCB',
    '1 foo.example.com ipv6hint=2001:db8::1,2001:db8::53:1',
    [
      '000103666f6f076578616d706c6503636f6d000006002020010db800000000000000000000000120010db80000000000',
      '00000000530001',
    ].join(''),
  ],
  [
    'SVCB',
    '16 foo.example.org mandatory=alpn,ipv4hint alpn="h2,h3-19" ipv4hint=192.0.2.1',
    '001003666f6f076578616d706c65036f7267000000000400010004000100090268320568332d313900040004c0000201',
  ],
  [
    'SVCB',
    String.raw`16 foo.example.org alpn="f\\\\oo\\,bar,h2"`,
    '001003666f6f076578616d706c65036f7267000001000c08665c6f6f2c626172026832',
  ],
  [
    'HTTPS',
    '1 . alpn="h2,h3" no-default-alpn port=8443 ipv4hint=192.0.2.1,192.0.2.2 ech=AEP+DQA/ ipv6hint=2001:db8::1',
    [
      '00010000010006026832026833000200000003000220fb00040008c0000201c0000202000500060043fe0d003f000600',
      '1020010db8000000000000000000000001',
    ].join(''),
  ],
  [
    'NSEC',
    'host.example.com A MX RRSIG NSEC TYPE1234',
    [
      '04686f7374076578616d706c6503636f6d000006400100000003041b0000000000000000000000000000000000000000',
      '00000000000020',
    ].join(''),
  ],
  ['NSEC3PARAM', '1 0 12 aabbccdd', '0100000c04aabbccdd'],
  [
    'RRSIG',
    'A 5 3 86400 20030322173103 20030220173103 2642 example.com oJB1W6WNGv+ldvQ3WDG0MQkg5IEhjRip8WTrPYGv07h108dUKGMeDPKijVCHX3DDKdfb+v6oB9wfuh3DTJXUAfI/M0zmO/zz8bW0Rznl8O3tGNazPwQKkRN20XPXV6nwwfoXmJQbsLNrLfkGJ5D6fwFm8nN+6pBzeDQfsS3Ap3o=',
    [
      '00010503000151803e7c9dd73e5510d70a52076578616d706c6503636f6d00a090755ba58d1affa576f4375831b43109',
      '20e481218d18a9f164eb3d81afd3b875d3c75428631e0cf2a28d50875f70c329d7dbfafea807dc1fba1dc34c95d401f2',
      '3f334ce63bfcf3f1b5b44739e5f0eded18d6b33f040a911376d173d757a9f0c1fa1798941bb0b36b2df9062790fa7f01',
      '66f2737eea907378341fb12dc0a77a',
    ].join(''),
  ],
  ['LOC', '42 21 54.000 N 71 6 18.000 W -24.00m 30.00m 10000.00m 10.00m', '0033161389172dd070be15f000988d20'],
  ['LOC', '32 7 19.000 S 116 2 25.000 E 10.00m 1.00m 10000.00m 10.00m', '00121613791b7d2898e6486800989a68'],
  [
    'NAPTR',
    '100 50 "s" "z3950+I2L+I2C" "" _z3950._tcp.gatech.edu',
    '0064003201730d7a333935302b49324c2b49324300065f7a33393530045f746370066761746563680365647500',
  ],
  [
    'NAPTR',
    String.raw`100 10 "" "" "!^urn:cid:.+@([^\\.]+\\.)(.*)$!\\2!i" .`,
    '0064000a000021215e75726e3a6369643a2e2b40285b5e5c2e5d2b5c2e29282e2a2924215c32216900',
  ],
  [
    'CAA',
    '0 issue "ca1.example.net; account=230123"',
    '000569737375656361312e6578616d706c652e6e65743b206163636f756e743d323330313233',
  ],
  [
    'CAA',
    '128 iodef "mailto:security@example.com"',
    '8005696f6465666d61696c746f3a7365637572697479406578616d706c652e636f6d',
  ],
  [
    'TLSA',
    '3 1 1 0d6fce3bdc0e4f1e4ef03bdc5b5a1d2a9f01ac0b8c2fdd2c8d0d6e5b9c2f8e11',
    '0301010d6fce3bdc0e4f1e4ef03bdc5b5a1d2a9f01ac0b8c2fdd2c8d0d6e5b9c2f8e11',
  ],
  ['SSHFP', '2 1 123456789abcdef67890123456789abcdef67890', '0201123456789abcdef67890123456789abcdef67890'],
  [
    'DS',
    '60485 5 1 2bb183af5f22588179a53b0a98631fad1a292118',
    'ec4505012bb183af5f22588179a53b0a98631fad1a292118',
  ],
  [
    'DNSKEY',
    '256 3 5 AQPSKmynfzW4kyBv015MUG2DeIQ3Cbl+BBZH4b/0PY1kxkmvHjcZc8nokfzj31GajIQKY+5CptLr3buXA10hWqTkF7H6RfoRqXQeogmMHfpftf6zMv1LyBUgia7za6ZEzOJBOztyvhjL742iU/TpPSEDhm2SNKLijfUppn1UaNvv4w==',
    [
      '010003050103d22a6ca77f35b893206fd35e4c506d8378843709b97e041647e1bff43d8d64c649af1e371973c9e891fc',
      'e3df519a8c840a63ee42a6d2ebddbb97035d215aa4e417b1fa45fa11a9741ea2098c1dfa5fb5feb332fd4bc8152089ae',
      'f36ba644cce2413b3b72be18cbef8da253f4e93d2103866d9234a2e28df529a67d5468dbefe3',
    ].join(''),
  ],
  ['CSYNC', '66 3 A NS AAAA', '000000420003000460000008'],
  [
    'URI',
    '10 1 "ftp://ftp1.example.com/public"',
    '000a00016674703a2f2f667470312e6578616d706c652e636f6d2f7075626c6963',
  ],
  ['SRV', '10 60 5060 sip.example.com', '000a003c13c403736970076578616d706c6503636f6d00'],
  ['HINFO', '"PDP-11" "UNIX"', '065044502d313104554e4958'],
  ['TXT', String.raw`"a \"b\" \\ c" "\007\255" ""`, '096120226222205c20630207ff00'],
  [
    'ZONEMD',
    '2018031500 1 1 f75b79a6c8a3a7b1d4c7a0a1b1c4d5f3e2a6b7c8d9e0f1a2b3c4d5e6f7a8b9c0d1e2f3a4b5c6d7e8f9a0b1c2d3e4f5a6',
    [
      '7848b78c0101f75b79a6c8a3a7b1d4c7a0a1b1c4d5f3e2a6b7c8d9e0f1a2b3c4d5e6f7a8b9c0d1e2f3a4b5c6d7e8f9a0',
      'b1c2d3e4f5a6',
    ].join(''),
  ],
  ['AFSDB', '1 afs.example.com', '000103616673076578616d706c6503636f6d00'],
  [
    'RP',
    'admin.example.com info.example.com',
    '0561646d696e076578616d706c6503636f6d0004696e666f076578616d706c6503636f6d00',
  ],
  ['DNAME', 'other.example', '056f74686572076578616d706c6500'],
  [
    'NSEC3',
    '1 0 0 - 2t7b4g4vsa5smi47k61mv5bv1a22bojr A RRSIG',
    '010000000014174eb2409fe28bcb4887a1836f957f0a8425e27b0006400000000002',
  ],
  [
    'NSEC3',
    '1 1 12 aabbccdd 2t7b4g4vsa5smi47k61mv5bv1a22bojr NS SOA MX RRSIG DNSKEY NSEC3PARAM',
    '0101000c04aabbccdd14174eb2409fe28bcb4887a1836f957f0a8425e27b000722010000000290',
  ],
];
