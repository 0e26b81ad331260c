import type { TechnologyLook } from '../../../../../collector/ports/technologies/technology-store.ts';
import { createTechnologyStore } from '../../../../../collector/storage/postgres/technologies/technologies.ts';
import type { DetectedTechnology } from '../../../../../scanner/ports/web-page.ts';
import { freshDatabase, type PostgresSuite } from '../../../../support/engines/postgres.ts';

const at = (day: number) => new Date(Date.UTC(2026, 0, day));

function technology(name: string, version: string | null = null, category = 'CMS'): DetectedTechnology {
  return { name, version, category, subcategory: null, confidence: 95, evidence: 'x', website: '' };
}

function look(
  domain: string,
  day: number,
  technologies: DetectedTechnology[],
  change: Partial<TechnologyLook> = {},
) {
  const url = `https://${domain}/`;
  return {
    domain,
    askedUrl: url,
    url,
    serverIp: '192.0.2.1',
    title: 'A',
    at: at(day),
    technologies,
    rules: 'ours',
    isWhole: true,
    ...change,
  };
}

/** What sites are made of. */
export const technologySuite: PostgresSuite = {
  'known faults of a version are kept, none apart from not known': async (t, connection) => {
    const store = createTechnologyStore((await freshDatabase(t, connection)).open());
    const faults = [{ id: 'CVE-0000-0001', severity: 'high', summary: 'A fault.' }];
    await store.record([
      look('a.example', 1, [
        { ...technology('A', '1'), vulnerabilities: faults },
        { ...technology('B', '1'), vulnerabilities: [] },
        technology('C', '1'),
      ]),
    ]);
    const { technologies } = (await store.website('a.example'))!;
    t.deepEqual(
      technologies.map(({ vulnerabilities }) => vulnerabilities),
      [faults, [], null],
    );
  },

  'looks are kept with when each technology and version was seen, and what changed': async (
    t,
    connection,
  ) => {
    const store = createTechnologyStore((await freshDatabase(t, connection)).open());
    t.deepEqual(
      await store.record([look('a.example', 1, [technology('WordPress', '6.4'), technology('PHP')])]),
      [],
    );
    const changes = await store.record([look('a.example', 2, [technology('WordPress', '6.5')])]);
    t.deepEqual(
      changes.map(({ name, change, oldVersion, newVersion }) => [name, change, oldVersion, newVersion]),
      [
        ['WordPress', 'version', '6.4', '6.5'],
        ['PHP', 'removed', null, null],
      ],
    );
    await store.record([look('a.example', 3, [technology('WordPress'), technology('PHP', '8.3')])]);
    const known = (await store.website('a.example'))!;
    t.like(known, { firstScannedAt: at(1), lastScannedAt: at(3), serverIp: '192.0.2.1' });
    const [php, wordpress] = known.technologies;
    t.like(php, { name: 'PHP', version: '8.3', firstSeen: at(1), lastSeen: at(3), goneAt: null });
    t.like(wordpress, {
      version: '6.5',
      versions: [{ version: '6.4', lastSeen: at(1).toISOString() }, { version: '6.5' }],
    });
    t.deepEqual(
      known.changes.map(({ change, name }) => `${change} ${name}`),
      ['added PHP', 'removed PHP', 'version WordPress'],
    );
    t.is(await store.website('b.example'), undefined);
  },

  'nothing is gone that was not looked for': async (t, connection) => {
    const store = createTechnologyStore((await freshDatabase(t, connection)).open());
    await store.record([look('a.example', 1, [technology('PHP')])]);
    t.deepEqual(await store.record([look('a.example', 2, [], { isWhole: false })]), []);
    t.deepEqual(await store.record([look('a.example', 3, [], { askedUrl: 'https://a.example/blog' })]), []);
    t.is((await store.statistics()).detections, 1);
    t.is((await store.record([look('a.example', 4, [])])).length, 1);
    t.like(await store.statistics(), { websites: 1, detections: 0, lastScan: at(4) });
  },

  'what another page shows, or other rules find, is no change of the site': async (t, connection) => {
    const store = createTechnologyStore((await freshDatabase(t, connection)).open());
    const jQuery = (version: string) => technology('jQuery', version, 'JavaScript');
    const shop = { askedUrl: 'https://a.example/shop' };
    const told = async (
      day: number,
      technologies: DetectedTechnology[],
      change: Partial<TechnologyLook> = {},
    ) =>
      (await store.record([look('a.example', day, technologies, change)])).map(
        ({ change: kind, name }) => `${kind} ${name}`,
      );
    t.deepEqual(await told(1, [technology('WordPress', '6.4'), jQuery('3.7')]), []);
    t.deepEqual(
      await told(2, [technology('WordPress', '6.4'), jQuery('1.12'), technology('Stripe')], shop),
      [],
    );
    t.deepEqual(await told(3, [technology('WordPress', '6.4'), jQuery('1.12'), technology('Adyen')], shop), [
      'added Adyen',
      'removed Stripe',
    ]);
    t.deepEqual(await told(4, [technology('WordPress', '6.4'), jQuery('3.7')]), [], 'each page has its own');
    t.deepEqual(await told(5, [technology('WordPress', '6.5'), jQuery('3.7')]), ['version WordPress']);
    const more = [technology('WordPress', '6.5'), jQuery('3.7'), technology('Of new rules')];
    t.deepEqual(await told(6, more, { rules: 'others' }), []);
    t.deepEqual(await told(7, [...more, technology('Matomo')], { rules: 'others' }), ['added Matomo']);
    const known = (await store.website('a.example'))!.technologies.map(({ name }) => name);
    t.true(known.includes('Of new rules'), 'it is there all the same');
    t.deepEqual(
      await told(8, [technology('WordPress', '6.5')], { isWhole: false, askedUrl: 'https://a.example/b' }),
      [],
    );
    t.deepEqual(
      await told(9, [technology('Behind the cut')], { askedUrl: 'https://a.example/b' }),
      [],
      'a page that was read in part was not looked at',
    );
  },

  'sites are counted by technology and category, found and forgotten': async (t, connection) => {
    const store = createTechnologyStore((await freshDatabase(t, connection)).open());
    await store.record([
      look('a.example', 1, [technology('WordPress', '6.4'), technology('nginx', '1.25', 'Web servers')]),
      look('b.example', 2, [technology('WordPress', '65')]),
      look('c.example', 3, [technology('100% _odd_', null, 'Odd')]),
    ]);
    t.deepEqual(await store.top({ category: undefined, limit: 2 }), [
      { name: 'WordPress', category: 'CMS', websites: 2 },
      { name: '100% _odd_', category: 'Odd', websites: 1 },
    ]);
    t.deepEqual(await store.top({ category: 'web SERVERS', limit: 5 }), [
      { name: 'nginx', category: 'Web servers', websites: 1 },
    ]);
    t.deepEqual((await store.categories(1))[0], {
      category: 'CMS',
      websites: 2,
      technologies: 1,
      top: [{ name: 'WordPress', websites: 2 }],
    });
    const users = async (version?: string) =>
      (await store.using('wordPRESS', { limit: 1, offset: 0, version }))!;
    t.like(await users(), { name: 'WordPress', count: 2, websites: [{ domain: 'a.example' }] });
    t.like(await users('6'), { count: 1, websites: [{ version: '6.4' }] });
    t.is(await store.using('nothing', { limit: 1, offset: 0 }), undefined);
    t.like(await store.search('% _', 5), { technologies: [{ name: '100% _odd_' }], websites: [] });
    t.like(await store.search('b.ex', 5), { websites: [{ domain: 'b.example', technologies: 1 }] });
    t.is(await store.forgetBefore(at(3)), 2);
    t.like(await store.statistics(), { websites: 1, detections: 1 });
  },

  'text of any kind can be stored, and two that look at once see each change once': async (t, connection) => {
    const store = createTechnologyStore((await freshDatabase(t, connection)).open());
    await store.record([
      look('a.example', 1, [technology('a\0b\ud800', `${'9'.repeat(500)}\0`)], { title: '\0'.repeat(5_000) }),
    ]);
    const both = await Promise.all(
      [2, 3].map((day) => store.record([look('a.example', day, [technology('PHP')])])),
    );
    const added = both.flat().filter(({ change }) => change === 'added');
    t.is(added.length, 1);
  },
};
