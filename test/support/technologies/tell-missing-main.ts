import { createPageReader } from '../../../scanner/checks/tech/page-reader.ts';
import { evidenceOf, recordedSites } from './recorded-site.ts';

/** Tells what the recorded sites have that is not found on them: `scripts/run test/support/technologies/tell-missing-main.ts`. */
const reader = createPageReader();
const known = new Set(reader.rules.technologies.map(({ name }) => name));
for (const [file, sites] of await recordedSites()) {
  for (const site of sites) {
    const { technologies } = await reader.detect(evidenceOf(site), AbortSignal.timeout(20_000));
    const told = new Map(technologies.map(({ name, version }) => [name, version]));
    const missing = Object.entries(site.technologies).flatMap(([name, version]) => {
      if (!known.has(name)) return [`${name} (no rule)`];
      if (!told.has(name)) return [name];
      return version !== null && told.get(name) === null ? [`${name} ${version}`] : [];
    });
    if (missing.length > 0) process.stdout.write(`${file} ${site.name}: ${missing.join(', ')}\n`);
  }
}
