import { Random } from './random.ts';

/** A sound zone, a record a line. */
export const soundZone = `$ORIGIN example.
$TTL 3600
@ IN SOA ns1 hostmaster 2026010100 7200 3600 1209600 3600
@ IN NS ns1
@ IN NS ns2
@ IN MX 10 mail
@ IN TXT "v=spf1 mx -all"
@ IN CAA 0 issue "ca.test"
ns1 IN A 192.0.2.1
ns2 IN AAAA 2001:db8::2
mail IN A 192.0.2.3
www IN CNAME web
web IN A 192.0.2.4
web IN AAAA 2001:db8::4
*.pool IN A 192.0.2.5
_sip._tcp IN SRV 1 1 5060 mail
_25._tcp.mail IN TLSA 3 1 1 0000000000000000000000000000000000000000000000000000000000000000
a.b.c IN A 192.0.2.6
sub IN NS ns.sub
sub IN NS ns1
ns.sub IN A 192.0.2.7
safe IN NS ns.other.test.
safe IN DS 4711 13 2 0000000000000000000000000000000000000000000000000000000000000000
far.off IN NS ns.other.test.
old IN DNAME new.test.
svc IN HTTPS 1 . alpn=h2
txt IN TXT "one" "two"
`;

/** Lines that make a zone unsound, or only look as if. */
const additions: readonly string[] = [
  'web IN CNAME mail',
  'www IN CNAME mail',
  'www IN CNAME web',
  'new IN CNAME new',
  'new IN CNAME nowhere',
  'x.old IN A 192.0.2.9',
  'old IN DNAME other.test.',
  'old IN A 192.0.2.9',
  'old IN CNAME web',
  'sub IN DNAME x.test.',
  'sub2 IN NS ns.sub2',
  'sub2 IN NS nowhere',
  'sub2 IN NS www',
  'sub2 IN NS ns.sub',
  'sub2 IN NS gone.sub',
  'sub2 IN NS x.pool',
  'sub2 IN NS x.old',
  'sub2 IN NS ns.far.off',
  'deep.sub IN TXT "x"',
  'deep.sub IN NS ns.deep.sub',
  'extra.sub IN A 192.0.2.9',
  'sub IN A 192.0.2.9',
  'sub IN TXT "x"',
  '@ IN NS nowhere',
  '@ IN NS www',
  '@ IN NS 192.0.2.1',
  '@ IN NS ns.sub',
  '@ IN NS other.sub',
  '@ IN NS ns.other.test.',
  '@ IN MX 20 www',
  '@ IN MX 20 nowhere',
  '@ IN MX 0 .',
  '_x._udp IN SRV 0 0 1 www',
  '_x._udp IN SRV 0 0 1 nowhere',
  'out.test. IN A 192.0.2.9',
  '@ IN SOA ns1 other 1 7200 3600 1209600 3600',
  'web IN SOA ns1 other 1 7200 3600 1209600 3600',
  'web CH TXT "x"',
  '*.pool2 IN NS ns1',
  '*.pool2 IN DNAME x.test.',
  'a.*.pool2 IN A 192.0.2.9',
  '@ IN DS 1 13 2 0000000000000000000000000000000000000000000000000000000000000000',
  'web IN DS 1 13 2 0000000000000000000000000000000000000000000000000000000000000000',
  '@ IN CNAME web',
  '@ IN SPF "v=spf1 -all"',
  'b_d IN A 192.0.2.9',
  'web 60 IN A 192.0.2.9',
  'web IN A 192.0.2.4',
  'web 2147483648 IN A 192.0.2.9',
  'web 4294967296 IN A 192.0.2.9',
  'loop1 IN CNAME loop1',
  'x.example.example IN A 192.0.2.9',
  'web IN MD mail',
  'web IN A 192.0.2.256',
  'web IN AAAA 2001:db8::g',
  'web IN A \\# 4 c0000209',
  'web IN A \\# 3 c00002',
  'web IN TYPE65534 \\# 2 abcd',
  'web IN TXT "unclosed',
  'web IN TXT ( "x"',
  'web IN TXT "x" )',
  'web IN FOO x',
  'web foo IN A 192.0.2.9',
  'web IN MX mail',
  'web IN MX 70000 mail',
  'web IN CAA 0 issue "x',
  'a..b IN A 192.0.2.9',
  `${'x'.repeat(64)} IN A 192.0.2.9`,
  `${'xxxxxxxxx.'.repeat(26)}example. IN A 192.0.2.9`,
  `long IN TXT "${'x'.repeat(256)}"`,
  'web IN LOC 52 22 23.000 N 4 53 32.000 E -2.00m 0.00m 10000m 10m',
  'web IN LOC 92 22 23.000 N 4 53 32.000 E -2.00m',
  'web IN NAPTR 1 1 "S" "SIP+D2U" "" _sip._udp',
  'web IN SSHFP 1 1 zz',
  'web IN SSHFP 1 1 abcd',
  'web IN APL 1:192.0.2.0/24',
  'web IN APL 1:192.0.2.0/33',
  'web IN URI 1 1 "https://a.test"',
  'web IN HINFO "a"',
  'web IN RP a.b c.d',
  '$TTL 300',
  '$TTL x',
  '$ORIGIN sub2',
  '$FOO x',
  ' IN TXT "no owner"',
  '; a comment',
  '',
];

/** One or two changes to a text of a record a line. */
export function mutateZone(text: string, seed: number): { readonly text: string; readonly change: string } {
  const random = new Random(seed);
  let lines = text.trimEnd().split('\n');
  const changes: string[] = [];
  for (let count = 1 + random.below(2); count > 0; count--) {
    const at = random.below(lines.length);
    const line = lines[at]!;
    const kind = random.below(10);
    if (kind < 5) {
      const added = random.of(additions);
      changes.push(`add ${added}`);
      lines = [...lines, added];
    } else if (kind === 5) {
      changes.push(`delete ${line}`);
      lines = lines.toSpliced(at, 1);
    } else if (kind === 6) {
      changes.push(`repeat ${line}`);
      lines = [...lines, line];
    } else if (kind === 7) {
      const other = line.replace(
        /^\S+/,
        random.of(['web', 'new', 'sub', 'x.sub', 'x.old', '*', '@', 'a.b.c', 'b.c', 'www']),
      );
      changes.push(`write ${other}`);
      lines = lines.with(at, other);
    } else if (kind === 8) {
      const place = random.below(Math.max(1, line.length));
      const character = random.of([...'."();@\\ 0aZ*-_']);
      const other = `${line.slice(0, place)}${character}${line.slice(place + random.below(2))}`;
      changes.push(`write ${other}`);
      lines = lines.with(at, other);
    } else {
      const words = line.split(' ');
      const other = words.toSpliced(random.below(words.length), 1).join(' ');
      changes.push(`write ${other}`);
      lines = lines.with(at, other);
    }
  }
  return { text: `${lines.join('\n')}\n`, change: changes.join(' | ') };
}

/** One change to a signed zone of a record a line: name, TTL, IN, type, data. */
export function mutateSigned(text: string, seed: number): { readonly text: string; readonly change: string } {
  const random = new Random(seed);
  const lines = text
    .trimEnd()
    .split('\n')
    .filter((line) => !line.startsWith(';') && line.trim() !== '');
  const at = random.below(lines.length);
  const line = lines[at]!;
  const words = line.split(/\s+/);
  const write = (other: string) => ({
    text: `${lines.with(at, other).join('\n')}\n`,
    change: `${line} -> ${other}`,
  });
  switch (random.below(8)) {
    case 0:
      return { text: `${lines.toSpliced(at, 1).join('\n')}\n`, change: `delete ${line}` };
    case 1:
      return write(words.with(1, String(Number(words[1]) + 1)).join(' '));
    case 2: {
      const last = words.at(-1)!;
      const place = random.below(last.length);
      const character = random.of([...'ABab01']);
      return write(words.with(-1, `${last.slice(0, place)}${character}${last.slice(place + 1)}`).join(' '));
    }
    case 3: {
      const added = `new.example. 3600 IN A 192.0.2.9`;
      return { text: `${lines.join('\n')}\n${added}\n`, change: `add ${added}` };
    }
    case 4: {
      const index = 4 + random.below(Math.max(1, words.length - 4));
      const word = words[index] ?? words.at(-1)!;
      const other = /^[0-9]+$/.test(word) ? String(Number(word) + 1) : word;
      return write(words.with(Math.min(index, words.length - 1), other).join(' '));
    }
    case 5: {
      const other = words.with(
        0,
        random.of(['web.example.', 'new.example.', 'ns.sub.example.', 'sub.example.', 'c.example.']),
      );
      return write(other.join(' '));
    }
    case 6:
      return words.length > 5
        ? write(words.toSpliced(random.below(words.length - 5) + 5, 1).join(' '))
        : write(`${line} `);
    default:
      return { text: `${[...lines, line].join('\n')}\n`, change: `repeat ${line}` };
  }
}
