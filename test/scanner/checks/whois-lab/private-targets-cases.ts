/** Addresses that are nobody's business of a registry, each of which the namespace has, with a listener. */
export const privateAddresses = [
  '127.0.0.1',
  '10.0.0.1',
  '100.64.0.1',
  '169.254.169.254',
  '172.16.0.1',
  '192.168.0.1',
  '::1',
  'fd00:ec2::254',
];

/** Hosts that stand for one of those, as a server may write them where it sends its clients on to. */
export const privateHosts: Readonly<Record<string, string>> = {
  loopback: '127.0.0.1',
  private: '10.0.0.1',
  shared: '100.64.0.1',
  metadata: '169.254.169.254',
  office: '192.168.0.1',
  'decimal notation': '167772161',
  'hexadecimal notation': '0x0a000001',
  'octal notation': '012.0.0.1',
  'two parts': '10.1',
  'IPv6 loopback': '[::1]',
  'IPv4-mapped IPv6': '[::ffff:10.0.0.1]',
  'IPv4-mapped IPv6 in hexadecimal': '[::ffff:a00:1]',
  NAT64: '[64:ff9b::a00:1]',
  '6to4': '[2002:a00:1::]',
  'unique local IPv6': '[fd00:ec2::254]',
  'name of a private address': 'inner.nic.example',
  'name of a mapped address': 'mapped.nic.example',
  'name of the loopback': 'localhost',
};

/** Names that have a public address when they are looked up first, and a private one from then on. */
export const rebindingHost = 'rebinding.nic.example';
