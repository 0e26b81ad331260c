import test from 'ava';
import fc from 'fast-check';
import { ZoneError } from '../../../../../collector/ports/traffic/zones.ts';
import { DelegationReader } from '../../../../../collector/storage/files/zones/delegation-reader.ts';

/** The names that a text delegates, given in parts that end at these places. */
function read(text: string, cuts: readonly number[] = [], zone = 'test') {
  const names: string[] = [];
  const reader = new DelegationReader(zone, (name) => names.push(name));
  let from = 0;
  for (const cut of [...cuts.map((at) => at % (text.length + 1)), text.length].sort((a, b) => a - b)) {
    reader.push(text.slice(from, cut));
    from = cut;
  }
  reader.end();
  return { names, malformed: reader.malformed };
}

const soa = 'test.\t900\tin\tsoa\tns.test. admin.test. 1 1800 900 604800 86400\n';
const label = fc.stringMatching(/^[a-z0-9](?:[a-z0-9-]{0,12}[a-z0-9])?$/);
const cuts = fc.array(fc.nat(), { maxLength: 12 });

/** One owner in one of the ways to write it. */
const written = fc.record({
  label,
  style: fc.constantFrom('absolute', 'relative', 'upper', 'indented'),
  space: fc.constantFrom('\t', ' ', '  \t '),
  fields: fc.constantFrom(['3600', 'in'], ['IN', '1h'], ['IN'], ['86400'], []),
  ending: fc.constantFrom('\n', '\r\n', ' ; a comment\n'),
  others: fc.array(
    fc.constantFrom('DS 1 13 2 AB', 'RRSIG NS 13 2 3600 x', 'A 192.0.2.1', 'TXT "IN NS a.b."'),
    {
      maxLength: 3,
    },
  ),
});

test('a zone is read alike in whatever parts it comes and however it is written', (t) => {
  fc.assert(
    fc.property(
      fc.uniqueArray(written, { selector: (one) => one.label, maxLength: 12 }),
      cuts,
      (owners, places) => {
        const text = owners
          .map(({ label: name, style, space, fields, ending, others }) => {
            const owner = {
              absolute: `${name}.test.`,
              relative: name,
              upper: `${name.toUpperCase()}.TEST.`,
              indented: `${name}.test.`,
            }[style];
            const first = [owner, ...fields, 'NS', 'ns1.example.'].join(space) + ending;
            const second =
              style === 'indented' ? `${space}${[...fields, 'NS', 'ns2.example.'].join(space)}${ending}` : '';
            return (
              first + second + others.map((data) => `${owner}${space}IN${space}${data}${ending}`).join('')
            );
          })
          .join('');
        const { names, malformed } = read(soa + text, places);
        t.deepEqual(
          names,
          owners.map((one) => `${one.label}.test`),
        );
        t.is(malformed, 0);
      },
    ),
    { numRuns: 300 },
  );
});

test('$ORIGIN moves relative names, and what leads out of the zone or is no name is counted', (t) => {
  const text = `$ORIGIN sub.test.\na NS x.\n$ORIGIN other\nb NS x.\n$ORIGIN test.\n@ NS x.\nc NS x.\n*.d NS x.\ne.elsewhere. NS x.\n-f NS x.\n`;
  const { names, malformed } = read(soa + text);
  t.deepEqual(names, ['a.sub.test', 'b.other.sub.test', 'c.test']);
  t.is(malformed, 3);
});

test('whatever the octets are, it is names of the zone or a ZoneError', (t) => {
  const bits = fc.constantFrom(
    'test.',
    '$ORIGIN ',
    '$TTL',
    ' NS ',
    '\tIN\t',
    '\n',
    ';',
    '"',
    '\\',
    '(',
    ')',
    '\0',
    'é',
    '..',
    '@',
    'SOA',
    '900',
  );
  const text = fc.oneof(
    fc.string({ maxLength: 200 }),
    fc.array(fc.oneof(bits, label), { maxLength: 60 }).map((parts) => parts.join('')),
  );
  fc.assert(
    fc.property(text, fc.boolean(), cuts, (octets, hasSoa, places) => {
      const all = (hasSoa ? soa : '') + octets;
      const attempt = (where: readonly number[]) => {
        try {
          return read(all, where);
        } catch (error) {
          if (error instanceof ZoneError) return error.fault;
          throw error;
        }
      };
      const found = attempt(places);
      t.deepEqual(found, attempt([]), 'parts make no difference');
      if (typeof found === 'object')
        for (const name of found.names) t.regex(name, /^[a-z0-9_][a-z0-9_.-]*\.test$/);
    }),
    { numRuns: 500 },
  );
});

test('a line without an end is none of a zone, and is not kept', (t) => {
  const reader = new DelegationReader('test', () => undefined);
  t.throws(
    () => {
      for (let part = 0; part < 100; part++) reader.push('a'.repeat(1_000));
    },
    { instanceOf: ZoneError },
  );
});
