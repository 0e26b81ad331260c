import test from 'ava';
import { askRdapDomain } from '../../../../../scanner/protocols/registration/rdap/ask-rdap-domain.ts';

const registry = {
  objectClassName: 'domain',
  ldhName: 'SHOP.EXAMPLE',
  status: ['active'],
  events: [{ eventAction: 'registration', eventDate: '2015-03-01T00:00:00Z' }],
  entities: [
    {
      roles: ['registrar'],
      publicIds: [{ type: 'IANA Registrar ID', identifier: '9' }],
      vcardArray: ['vcard', [['fn', {}, 'text', 'Lab']]],
    },
  ],
  links: [
    { rel: 'self', href: 'https://registry.example/domain/shop.example', type: 'application/rdap+json' },
    { rel: 'related', href: 'https://registrar.example/domain/shop.example', type: 'application/rdap+json' },
  ],
};
const registrar = {
  objectClassName: 'domain',
  ldhName: 'shop.example',
  events: [{ eventAction: 'registration', eventDate: '2001-01-01T00:00:00Z' }],
  entities: [
    {
      roles: ['registrant'],
      vcardArray: [
        'vcard',
        [
          ['org', {}, 'text', 'Example Inc.'],
          ['adr', { cc: 'NZ' }, 'text', []],
        ],
      ],
    },
  ],
  redacted: [{ name: { type: 'Registrant Email' } }],
};

function world(answers: Readonly<Record<string, object | number>>) {
  const asked: string[] = [];
  return {
    asked,
    clock: Date,
    signal: new AbortController().signal,
    fetch: async (url: string) => {
      asked.push(url);
      const answer = answers[url] ?? 404;
      const body = typeof answer === 'number' ? '{}' : JSON.stringify(answer);
      return {
        status: typeof answer === 'number' ? answer : 200,
        headers: { 'content-type': 'application/rdap+json' },
        body: (async function* () {
          yield Buffer.from(body);
        })(),
      };
    },
  };
}

const first = 'https://registry.example/domain/shop.example';
const second = 'https://registrar.example/domain/shop.example';
const ask = (ports: ReturnType<typeof world>) =>
  askRdapDomain('https://registry.example/', 'shop.example', ports);

test('a registry that knows only the registrar is asked on, and its own word counts', async (t) => {
  const ports = world({ [first]: registry, [second]: registrar });
  t.like(await ask(ports), {
    facts: {
      registrant: { organization: 'Example Inc.', country: 'NZ' },
      registeredAt: '2015-03-01T00:00:00.000Z',
      registrar: { name: 'Lab', ianaId: 9 },
      redacted: ['Registrant Email'],
    },
  });
  t.deepEqual(ports.asked, [first, second]);
});

test('a registrar that fails, or speaks of another domain, takes nothing away', async (t) => {
  for (const odd of [500, 404, { ...registrar, ldhName: 'other.example' }]) {
    t.like(await ask(world({ [first]: registry, [second]: odd })), {
      facts: { registrant: null, registrar: { name: 'Lab' } },
    });
  }
});

test('links that lead away from HTTPS, or to the same answer, are not followed', async (t) => {
  for (const href of ['http://registrar.example/x', first, 'https://user@registrar.example/x', 'nonsense']) {
    const ports = world({ [first]: { ...registry, links: [{ rel: 'related', href }] } });
    t.like(await ask(ports), { facts: { registrant: null } });
    t.is(ports.asked.length, 1);
  }
});
