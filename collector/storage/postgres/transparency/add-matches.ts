import type { WatchedMatch } from '../../../ports/transparency/watched-certificates.ts';
import type { Queryable } from '../pool.ts';
import { storableJson, storableText } from '../storable-text.ts';

const longest = { name: 253, word: 64, issuer: 1_024 };
/** At most this many names of one certificate are kept. */
export const mostNamesKept = 100;

/** Keeps certificates that concern watched domains, each once for each of these. A location that is gone watches nothing. */
export async function addMatches(transaction: Queryable, matches: readonly WatchedMatch[]): Promise<void> {
  if (matches.length === 0) return;
  await transaction.query(
    `INSERT INTO watched_certificates (location_id, watched, relation, imitation, score, name, certificate_id, certificate,
       organization, names, not_before, not_after)
     SELECT g.location_id, g.watched, g.relation, g.imitation, g.score, g.name, g.certificate ->> 'id', g.certificate,
       g.certificate ->> 'organization', ARRAY(SELECT jsonb_array_elements_text(g.certificate -> 'names')),
       (g.certificate ->> 'notBefore')::timestamptz, (g.certificate ->> 'notAfter')::timestamptz
     FROM unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::int[], $6::text[], $7::jsonb[]) WITH ORDINALITY
       AS g (location_id, watched, relation, imitation, score, name, certificate, place)
     JOIN locations l ON l.id = g.location_id AND l.deleted_at IS NULL
     ORDER BY g.location_id, g.watched, g.relation, g.certificate ->> 'id', g.place
     ON CONFLICT (location_id, watched, relation, certificate_id) DO NOTHING`,
    [
      matches.map(({ locationId }) => locationId),
      matches.map(({ watched }) => storableText(watched, longest.name)),
      matches.map(({ relation }) => relation),
      matches.map(({ imitation }) => (imitation === null ? null : storableText(imitation, longest.word))),
      matches.map(({ score }) => score),
      matches.map(({ name }) => storableText(name, longest.name)),
      matches.map(({ certificate }) => storableJson(storable(certificate))),
    ],
  );
}

function storable(certificate: WatchedMatch['certificate']): WatchedMatch['certificate'] {
  const names = certificate.names.slice(0, mostNamesKept);
  return {
    ...certificate,
    issuer: certificate.issuer.slice(0, longest.issuer),
    names,
    namesLeftOut: certificate.namesLeftOut + certificate.names.length - names.length,
  };
}
