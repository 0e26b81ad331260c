import test from 'ava';
import { createPageReader } from '../../../../scanner/checks/tech/page-reader.ts';
import { ruleFiles } from '../../../../scanner/checks/tech/rules/index.ts';
import { evidenceOf, type RecordedSite, recordedSites } from '../../../support/technologies/recorded-site.ts';

const reader = createPageReader();
const files = await recordedSites();
const rules = new Map(
  ruleFiles.flatMap(({ technologies }) => technologies.map((one) => [one.name, one] as const)),
);
/** Of what any page may have, whoever makes it. */
const ofThePage = new Set(
  ruleFiles
    .filter(({ category }) => category === 'Protocols')
    .flatMap(({ technologies }) => technologies.map(({ name }) => name)),
);

interface Judged {
  readonly there: number;
  readonly found: number;
  readonly versions: number;
  readonly versionsFound: number;
  readonly falseVersions: readonly string[];
  readonly falseTechnologies: readonly string[];
}

async function judge({ name: site, technologies, ...shown }: RecordedSite): Promise<Judged> {
  const { technologies: seen } = await reader.detect(
    evidenceOf({ name: site, ...shown }),
    AbortSignal.timeout(20_000),
  );
  const told = new Map(seen.map((one) => [one.name, one.version]));
  const truth = new Map(Object.entries(technologies).filter(([name]) => rules.has(name)));
  const allowed = new Set([...truth.keys(), ...[...truth.keys()].flatMap(impliedBy), ...ofThePage]);
  return {
    there: truth.size,
    found: [...truth.keys()].filter((name) => told.has(name)).length,
    versions: [...truth.values()].filter((version) => version !== null).length,
    versionsFound: [...truth].filter(([name, version]) => version !== null && told.get(name) != null).length,
    falseVersions: [...told].flatMap(([name, version]) =>
      version === null || isVersionOf(version, technologies[name]) ? [] : `${site}: ${name} ${version}`,
    ),
    falseTechnologies: [...told.keys()]
      .filter((name) => !allowed.has(name))
      .map((name) => `${site}: ${name}`),
  };
}

/** `10` is told rightly of 10.2.3, since a site may show no more. */
function isVersionOf(told: string, there: string | null | undefined): boolean {
  return there != null && (there === told || there.startsWith(`${told}.`) || there.startsWith(`${told}-`));
}

function impliedBy(name: string): string[] {
  const implied = rules.get(name)?.implies ?? [];
  return [...implied, ...implied.flatMap(impliedBy)];
}

test('there are a hundred and fifty recorded sites', (t) => {
  const sites = [...files.values()].flat();
  t.true(sites.length >= 150, `${sites.length}`);
  t.is(new Set(sites.map(({ name }) => name)).size, sites.length);
});

for (const [file, sites] of files) {
  test(`${file}: no version is told that is not there, and no technology`, async (t) => {
    const judged = await Promise.all(sites.map(judge));
    t.deepEqual(
      judged.flatMap(({ falseVersions }) => falseVersions),
      [],
    );
    t.deepEqual(
      judged.flatMap(({ falseTechnologies }) => falseTechnologies),
      [],
    );
    const sum = (key: 'there' | 'found' | 'versions' | 'versionsFound') =>
      judged.reduce((all, one) => all + one[key], 0);
    t.log(
      `${sites.length} sites: ${sum('found')} of ${sum('there')} technologies, ${sum('versionsFound')} of ${sum('versions')} versions`,
    );
  });
}
