import test from 'ava';
import fc from 'fast-check';
import type { MailAnswer } from '../../../../../scanner/protocols/mail/mail-resolve.ts';
import { checkHost } from '../../../../../scanner/protocols/mail/spf/check-host.ts';
import { spfLookupTree, treeNodes } from '../../../../../scanner/protocols/mail/spf/lookup-tree.ts';
import { parseDomainSpec, parseMacroString } from '../../../../../scanner/protocols/mail/spf/macro-string.ts';
import { parseSpfRecord } from '../../../../../scanner/protocols/mail/spf/parse-record.ts';

const octets = fc
  .string({ unit: 'binary', maxLength: 400 })
  .map((text) => Buffer.from(text).toString('latin1'));
const words = fc
  .array(
    fc.constantFrom(
      'v=spf1',
      ' ',
      'include:',
      'a',
      'mx',
      '/',
      '//',
      '24',
      '%{',
      'd',
      'l',
      '2',
      'r',
      '}',
      '%%',
      '.',
      'example',
      'com',
      '-all',
      '=',
      'redirect',
      'exp',
      ':',
      '1.2.3.4',
      '::1',
      'ip4',
      'exists',
      'ptr',
      '%{p}',
      '~',
    ),
    { maxLength: 30 },
  )
  .map((parts) => parts.join(''));
const text = fc.oneof(octets, words);

test('any text is read, and any term that is not in error is told as written', (t) => {
  const property = fc.property(text, (record) => {
    const parsed = parseSpfRecord(`v=spf1 ${record}`);
    const terms = record.split(' ').filter(Boolean);
    const told = [
      ...parsed.directives,
      ...parsed.unknownModifiers,
      ...parsed.errors.map(({ term }) => ({ text: term })),
    ];
    return told.every((one) => terms.includes(one.text));
  });
  fc.assert(property, { numRuns: 2_000 });
  t.pass();
});

test('a domain-spec is a macro-string, and both stay within their letters', (t) => {
  const property = fc.property(text, (one) => {
    if (parseDomainSpec(one) !== undefined && parseMacroString(one, { spaces: false }) === undefined)
      return false;
    return parseMacroString(one, { spaces: true }) === undefined || /^[\x20-\x7e]*$/.test(one);
  });
  fc.assert(property, { numRuns: 2_000 });
  t.pass();
});

/** Every name has the same records, whatever is asked for. */
const everywhere = (record: string) => {
  let questions = 0;
  return {
    resolve: async (_: string, type: string): Promise<MailAnswer> => {
      questions++;
      if (type === 'TXT') return { status: 'found', values: [`v=spf1 ${record}`] };
      if (type === 'A') return { status: 'found', values: ['198.51.100.1'] };
      if (type === 'AAAA') return { status: 'empty' };
      return { status: 'found', values: Array.from({ length: 30 }, (__, index) => `m${index}.example.com`) };
    },
    questions: () => questions,
  };
};

test('whatever the records, an evaluation and a tree end within their bounds', async (t) => {
  const property = fc.asyncProperty(
    words,
    fc.constantFrom('192.0.2.1', '2001:db8::1'),
    async (record, ip) => {
      const dns = everywhere(record);
      const request = { ip, sender: 'someone@example.com', helo: 'h.example.com', resolve: dns.resolve };
      const outcome = await checkHost(request);
      // Ten terms, each of ten hosts, the names of the client, and an explanation.
      if (outcome.lookups > 11 || dns.questions() > 140) return false;
      const tree = await spfLookupTree('example.com', dns.resolve);
      return treeNodes(tree).length <= 62;
    },
  );
  await fc.assert(property, { numRuns: 500 });
  t.pass();
});

test('macros that would grow beyond all measure are given up', async (t) => {
  const dns = everywhere(`exists:${'%{s}'.repeat(15_000)}.%{d} -all exp=${'%{l}'.repeat(10_000)}.%{d}`);
  const request = { ip: '192.0.2.1', helo: 'h.example.com', resolve: dns.resolve };
  const outcome = await checkHost({ ...request, sender: `${'l'.repeat(1_000)}@example.com` });
  t.is(outcome.result, 'fail');
  t.is(outcome.explanation, undefined);
});
