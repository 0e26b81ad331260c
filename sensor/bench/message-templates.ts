/**
 * A template is a query and its response; the first label of the name is overwritten to make many names of one
 * template.
 */
export interface Template {
  readonly query: Buffer;
  readonly response: Buffer;
  readonly labelLength: number;
}

const type = { a: 1, ns: 2, cname: 5, soa: 6, mx: 15, txt: 16, aaaa: 28, https: 65, rrsig: 46 } as const;
/** An OPT record that offers 1,232 bytes. */
const edns = Buffer.from('00002904d0000000000000', 'hex');

/** Returns the commonest kinds of exchange, each as often in the list as it is among resolvers' clients, roughly. */
export function messageTemplates(): Template[] {
  const address = Buffer.of(203, 0, 113, 7);
  const address6 = Buffer.from('20010db8000000000000000000000007', 'hex');
  const signature = Buffer.concat([
    Buffer.from('00010d030000012c6b5a0f006a1f00003039', 'hex'),
    name('example.com'),
    Buffer.alloc(64, 0x5a),
  ]);
  const alias = Buffer.concat([Buffer.of(4), Buffer.from('edge'), Buffer.of(0xc0, 12 + 1 + 8)]);
  const service = Buffer.from('0001000001000602683202683300040004cb007107', 'hex');
  const plainA = template('example.com', type.a, 0, [record(type.a, address)]);
  const plainAaaa = template('example.net', type.aaaa, 0, [record(type.aaaa, address6)]);
  return [
    plainA,
    plainA,
    template('cdn.example.org', type.a, 0, [
      record(type.cname, alias),
      record(type.a, address),
      record(type.a, address),
    ]),
    plainAaaa,
    plainAaaa,
    template('svc.example.com', type.https, 0, [record(type.https, service)]),
    template('example.com', type.a, 0, [record(type.a, address), record(type.rrsig, signature)]),
    template('gone.example', type.a, 3, []),
    template('example.org', type.mx, 0, [
      record(type.mx, Buffer.concat([Buffer.of(0, 10), name('mail.example.org')])),
    ]),
    template('example.com', type.txt, 0, [
      record(type.txt, Buffer.concat([Buffer.of(30), Buffer.alloc(30, 0x61)])),
    ]),
  ];
}

const labelLength = 8;

function template(domain: string, queryType: number, code: number, answers: Buffer[]): Template {
  const question = Buffer.concat([
    name(`${'x'.repeat(labelLength)}.${domain}`),
    Buffer.of(0, queryType, 0, 1),
  ]);
  return {
    labelLength,
    query: Buffer.concat([header(0x0120, 0), question, edns]),
    response: Buffer.concat([header(0x8180 | code, answers.length), question, ...answers, edns]),
  };
}

function header(flags: number, answers: number): Buffer {
  const bytes = Buffer.alloc(12);
  bytes.writeUInt16BE(flags, 2);
  bytes.writeUInt16BE(1, 4);
  bytes.writeUInt16BE(answers, 6);
  bytes.writeUInt16BE(1, 10);
  return bytes;
}

function record(recordType: number, data: Buffer): Buffer {
  const bytes = Buffer.concat([Buffer.of(0xc0, 12), Buffer.alloc(10), data]);
  bytes.writeUInt16BE(recordType, 2);
  bytes.writeUInt16BE(1, 4);
  bytes.writeUInt32BE(300, 6);
  bytes.writeUInt16BE(data.length, 10);
  return bytes;
}

function name(text: string): Buffer {
  const labels = text.split('.').map((label) => Buffer.concat([Buffer.of(label.length), Buffer.from(label)]));
  return Buffer.concat([...labels, Buffer.of(0)]);
}
