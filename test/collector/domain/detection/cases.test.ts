import test from 'ava';
import fc from 'fast-check';
import {
  causeOf,
  gatherThreats,
  mostThreats,
  nearInTime,
} from '../../../../collector/domain/detection/cases/gather-threats.ts';
import { nextSteps } from '../../../../collector/domain/detection/cases/next-steps.ts';
import { tellStory } from '../../../../collector/domain/detection/cases/tell-story.ts';
import type { GatheredThreat } from '../../../../collector/ports/threats/cases.ts';
import type { Threat } from '../../../../collector/ports/threats/threats.ts';

const start = Date.parse('2026-03-14T15:00:00Z');

function threatOf(id: number, change: Partial<Threat> & { minute?: number } = {}): Threat {
  const { minute = id, ...more } = change;
  const at = new Date(start + minute * 60_000);
  return {
    id,
    locationId: 1,
    type: 'dns_tunnel',
    severity: 'medium',
    status: 'open',
    subject: `n${id}.example`,
    clientAddress: '192.0.2.7',
    queryName: `www.n${id}.example`,
    source: 'detection',
    message: 'something was seen',
    count: 1,
    firstSeenAt: at,
    lastSeenAt: at,
    resolvedAt: null,
    resolutionNote: null,
    ...more,
  };
}

/** The ids of each case that begins. */
const begun = (threats: readonly GatheredThreat[], isShared?: Parameters<typeof gatherThreats>[2]) =>
  gatherThreats(threats, [], isShared).begun.map(({ threatIds }) => threatIds);

test('what a threat is about is a domain, an address, or nothing but its client', (t) => {
  const about = (subject: string, source = 'detection', type = 'dga') =>
    causeOf({ type, subject, source, clientAddress: '192.0.2.7' });
  t.is(about('192.0.2.7'), '');
  t.is(about('192.0.2.7 tor'), '');
  t.is(about('192.0.2.7 c2.bad.example.com'), 'example.com');
  t.is(about('www.bad.example.co.uk'), 'example.co.uk');
  t.is(about('203.0.113.9', 'feodo'), '203.0.113.9');
  t.is(about('192.0.2.0/24 example.com'), 'example.com');
  t.is(about(''), '');
  t.is(about('192.0.2.7 .onion in queries', 'detection', 'sigma'), '');
});

test('threats of one client that are near in time are one case, of another client or a day later another', (t) => {
  const late = nearInTime / 60_000 + 5;
  t.deepEqual(
    begun([
      threatOf(1),
      threatOf(2),
      threatOf(3, { clientAddress: '192.0.2.8' }),
      threatOf(4, { minute: late }),
    ]),
    [[1, 2], [3], [4]],
  );
  t.deepEqual(begun([threatOf(1), threatOf(2, { locationId: 2 })]), [[1], [2]]);
  // Nobody has anything in common with whoever else is behind one address.
  t.deepEqual(
    begun([threatOf(1), threatOf(2)], () => true),
    [[1], [2]],
  );
});

test('one cause at many clients is one case, and what several clients begin at once too', (t) => {
  const beacon = (id: number) =>
    threatOf(id, {
      type: 'beaconing',
      clientAddress: `192.0.2.${id}`,
      subject: `192.0.2.${id} c2.example`,
      minute: id * 600,
    });
  t.deepEqual(begun([beacon(1), beacon(2), beacon(3)]), [[1, 2, 3]]);
  const failing = (id: number, minute: number) =>
    threatOf(id, {
      type: 'nxdomain_storm',
      clientAddress: `192.0.2.${id}`,
      subject: `192.0.2.${id}`,
      minute,
    });
  t.deepEqual(begun([failing(1, 0), failing(2, 3), failing(3, 9), failing(4, 30)]), [[1, 2, 3], [4]]);
  // Two kinds of failures at two clients are no outage.
  t.deepEqual(begun([failing(1, 0), { ...failing(2, 1), type: 'dga' }]), [[1], [2]]);
});

test('what joins an open case goes to the oldest that fits, and a case that is full or old takes nothing in', (t) => {
  const open = (id: number, threats: Threat[]) => ({
    id,
    locationId: 1,
    clientAddress: '192.0.2.7',
    cause: 'n1.example',
    threats,
  });
  const one = threatOf(1);
  t.deepEqual(gatherThreats([threatOf(9)], [open(5, [one]), open(4, [one])]).joined, [
    { caseId: 4, threatIds: [9] },
  ]);
  const full = Array.from({ length: mostThreats }, (_, n) => threatOf(n + 10, { minute: 1 }));
  t.deepEqual(gatherThreats([threatOf(9)], [open(4, full)]).joined, []);
  const old = threatOf(1, { minute: -8 * 1_440, lastSeenAt: new Date(start) });
  t.deepEqual(gatherThreats([threatOf(9)], [open(4, [old])]).joined, []);
});

test('every threat is put into one case, the same whatever was asked before', (t) => {
  const arbitrary = fc.array(
    fc.record({
      client: fc.integer({ min: 0, max: 4 }),
      subject: fc.integer({ min: 0, max: 4 }),
      minute: fc.integer({ min: 0, max: 20_000 }),
      bare: fc.boolean(),
    }),
    { maxLength: 60 },
  );
  fc.assert(
    fc.property(arbitrary, (all) => {
      const threats = all.map(({ client, subject, minute, bare }, id) => {
        const clientAddress = `192.0.2.${client}`;
        return threatOf(id, { clientAddress, minute, subject: bare ? clientAddress : `s${subject}.example` });
      });
      const cases = begun(threats);
      t.deepEqual(
        cases.flat().sort((a, b) => a - b),
        threats.map(({ id }) => id),
      );
      t.true(cases.every(({ length }) => length <= mostThreats));
      t.deepEqual(begun(threats), cases);
    }),
  );
});

test('a story tells what happened in the order of time, and how it ended', (t) => {
  const told = (threats: Threat[]) =>
    tellStory(threats).map(({ at, text }) => `${at.toISOString().slice(11, 16)} ${text}`);
  t.deepEqual(
    told([
      threatOf(4, {
        count: 12,
        lastSeenAt: new Date(start + 10 * 60_000),
        message: 'it was made up.\n',
        evidence: {
          from: '2026-03-14T15:01:00.000Z',
          new_domain: { domain: 'n4.example', answered_here_since: null },
        },
      }),
      threatOf(2, {
        source: 'urlhaus',
        type: 'malware',
        queryName: 'x.example',
        clients: [7, 3, 4, 5, 6, 8].map((n) => `192.0.2.${n}`),
        resolvedAt: new Date(start + 3_600_000),
        resolutionNote: 'cleaned.',
        evidence: { answer: '203.0.113.9' },
      }),
    ]),
    [
      '15:01 192.0.2.7 began with what was found later: a DNS tunnel (n4.example).',
      '15:02 192.0.2.7 asked for x.example, which urlhaus lists as malware (by 203.0.113.9); also seen at 192.0.2.3, 192.0.2.4, 192.0.2.5, 192.0.2.6 and 1 more.',
      '15:04 it was made up; nobody here asked for the domain before.',
      '15:10 Until then a DNS tunnel (n4.example) was seen in 12 queries.',
      '16:00 Resolved: malware (n2.example), with the note "cleaned".',
    ],
  );
  t.deepEqual(tellStory([]), []);
});

test('evidence of any shape makes a story', (t) => {
  fc.assert(
    fc.property(
      fc.dictionary(
        fc.constantFrom('from', 'octets_up', 'octets_down', 'new_domain', 'answer', 'sample_names'),
        fc.jsonValue(),
      ),
      (evidence) => {
        const lines = tellStory([threatOf(1, { evidence: evidence as NonNullable<Threat['evidence']> })]);
        t.true(
          lines.length >= 1 &&
            lines.every(({ at, text }) => !Number.isNaN(at.getTime()) && text.endsWith('.')),
        );
      },
    ),
  );
});

test('what to do next begins with the worst that is open', (t) => {
  const steps = nextSteps([
    threatOf(1, { type: 'dga', severity: 'low' }),
    threatOf(2, { type: 'malware', severity: 'high' }),
    threatOf(3, { type: 'name_leak', severity: 'info' }),
  ]);
  t.regex(steps[0]!, /^Begin with the client/);
  t.regex(steps[1]!, /feed/);
  t.false(steps.some((step) => step.includes('Tell the user')));
  t.deepEqual(nextSteps([threatOf(1, { status: 'resolved' })]), []);
});
