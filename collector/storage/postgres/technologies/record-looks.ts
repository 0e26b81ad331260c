import type { TechnologyChange, TechnologyLook } from '../../../ports/technologies/technology-store.ts';
import type { Queryable } from '../pool.ts';
import { storableJson, storableText } from '../storable-text.ts';
import { type DetectionRow, mergeLook, type SeenPage } from './merge-look.ts';

/** One site has at most this many technologies. */
const mostTechnologies = 500;
const longest = { name: 200, version: 100, text: 1_000 };

/** Sets looks down in one transaction, in the order of their names, so that two that do so wait for each other's locks in turn. */
export async function recordLooks(
  transaction: Queryable,
  given: readonly TechnologyLook[],
): Promise<TechnologyChange[]> {
  const looks = [...new Map(given.map((look) => [look.domain, storable(look)])).values()].toSorted(
    (one, other) => (one.domain < other.domain ? -1 : 1),
  );
  const pages = await storeWebsites(transaction, looks);
  const known = await knownDetections(transaction, looks);
  const merged = looks.map((look) =>
    mergeLook(look, known.get(look.domain) ?? [], pages.get(look.domain) ?? []),
  );
  const changes = merged.flatMap((one) => one.changes);
  await storeDetections(
    transaction,
    merged.flatMap(({ rows }) => rows),
  );
  await storeChanges(transaction, changes);
  await storePages(
    transaction,
    looks.map(({ domain }, index) => ({ domain, pages: merged[index]!.pages })),
  );
  return changes;
}

/** Returns the pages that each site was looked at before. */
async function storeWebsites(
  transaction: Queryable,
  looks: readonly TechnologyLook[],
): Promise<ReadonlyMap<string, readonly SeenPage[]>> {
  // The row's lock lasts as long as the transaction, so that each change is seen by one look.
  const rows = await transaction.query<{ domain: string; pages: readonly SeenPage[] }>(
    `INSERT INTO tech_websites AS known (domain, url, server_ip, title, first_scanned_at, last_scanned_at)
     SELECT domain, url, server_ip, title, at, at
     FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::timestamptz[]) AS new (domain, url, server_ip, title, at)
     ON CONFLICT (domain) DO UPDATE SET
       url = coalesce(excluded.url, known.url), server_ip = coalesce(excluded.server_ip, known.server_ip),
       title = coalesce(excluded.title, known.title),
       last_scanned_at = greatest(excluded.last_scanned_at, known.last_scanned_at)
     RETURNING domain, pages`,
    [
      looks.map(({ domain }) => domain),
      looks.map(({ url }) => url),
      looks.map(({ serverIp }) => serverIp),
      looks.map(({ title }) => title),
      looks.map(({ at }) => at),
    ],
  );
  return new Map(rows.map(({ domain, pages }) => [domain, pages]));
}

async function storePages(
  transaction: Queryable,
  sites: readonly { readonly domain: string; readonly pages: readonly SeenPage[] }[],
): Promise<void> {
  await transaction.query(
    `UPDATE tech_websites AS known SET pages = new.pages
     FROM unnest($1::text[], $2::jsonb[]) AS new (domain, pages) WHERE known.domain = new.domain`,
    [sites.map(({ domain }) => domain), sites.map(({ pages }) => storableJson(pages))],
  );
}

async function knownDetections(
  transaction: Queryable,
  looks: readonly TechnologyLook[],
): Promise<ReadonlyMap<string, readonly DetectionRow[]>> {
  const rows = await transaction.query<DetectionRow>(
    `SELECT domain, category, name, subcategory, version, confidence, evidence, website, vulnerabilities, asked_url,
       first_seen, last_seen, gone_at, versions
     FROM tech_detections WHERE domain = ANY ($1::text[])`,
    [looks.map(({ domain }) => domain)],
  );
  return Map.groupBy(rows, ({ domain }) => domain);
}

async function storeDetections(transaction: Queryable, rows: readonly DetectionRow[]): Promise<void> {
  if (rows.length === 0) return;
  await transaction.query(
    `INSERT INTO tech_detections AS known (domain, category, name, subcategory, version, confidence, evidence, website,
       vulnerabilities, asked_url, first_seen, last_seen, gone_at, versions)
     SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::smallint[], $7::text[],
       $8::text[], $9::jsonb[], $10::text[], $11::timestamptz[], $12::timestamptz[], $13::timestamptz[], $14::jsonb[])
     ON CONFLICT (domain, category, name) DO UPDATE SET
       subcategory = excluded.subcategory, version = excluded.version, confidence = excluded.confidence,
       evidence = excluded.evidence, website = excluded.website, vulnerabilities = excluded.vulnerabilities,
       asked_url = excluded.asked_url, last_seen = excluded.last_seen, gone_at = excluded.gone_at,
       versions = excluded.versions`,
    [
      rows.map((row) => row.domain),
      rows.map((row) => row.category),
      rows.map((row) => row.name),
      rows.map((row) => row.subcategory),
      rows.map((row) => row.version),
      rows.map((row) => row.confidence),
      rows.map((row) => row.evidence),
      rows.map((row) => row.website),
      rows.map((row) => storableJson(row.vulnerabilities)),
      rows.map((row) => row.asked_url),
      rows.map((row) => row.first_seen),
      rows.map((row) => row.last_seen),
      rows.map((row) => row.gone_at),
      rows.map((row) => storableJson(row.versions)),
    ],
  );
}

async function storeChanges(transaction: Queryable, changes: readonly TechnologyChange[]): Promise<void> {
  if (changes.length === 0) return;
  await transaction.query(
    `INSERT INTO tech_changes (domain, at, change, category, name, old_version, new_version)
     SELECT * FROM unnest($1::text[], $2::timestamptz[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[])`,
    [
      changes.map(({ domain }) => domain),
      changes.map(({ at }) => at),
      changes.map(({ change }) => change),
      changes.map(({ category }) => category),
      changes.map(({ name }) => name),
      changes.map(({ oldVersion }) => oldVersion),
      changes.map(({ newVersion }) => newVersion),
    ],
  );
}

function storable(look: TechnologyLook): TechnologyLook {
  const text = (value: string, most: number) => storableText(value, most);
  return {
    ...look,
    askedUrl: text(look.askedUrl, longest.text),
    url: look.url && text(look.url, longest.text),
    title: look.title && text(look.title, longest.text),
    technologies: look.technologies.slice(0, mostTechnologies).map((one) => ({
      ...one,
      name: text(one.name, longest.name),
      category: text(one.category, longest.name),
      subcategory: one.subcategory && text(one.subcategory, longest.name),
      version: one.version && text(one.version, longest.version),
      evidence: text(one.evidence, longest.text),
      website: text(one.website, longest.text),
    })),
  };
}
