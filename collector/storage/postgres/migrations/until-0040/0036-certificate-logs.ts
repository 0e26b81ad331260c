import type { Migration } from '../migration.ts';

/**
 * The tables hold logs of certificates, how far each is taken and verified, and the certificates that concern watched
 * domains.
 */
export const certificateLogs: Migration = {
  id: 36,
  name: 'certificate logs',
  sql: `
CREATE TABLE certificate_logs (
  -- SHA-256 of the log's key.
  log_id text PRIMARY KEY,
  name text NOT NULL,
  operator text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('tiled', 'rfc6962')),
  url text NOT NULL,
  status text NOT NULL DEFAULT 'following' CHECK (status IN ('following', 'stopped', 'ended')),
  first_entry bigint NOT NULL,
  -- The tree as far as all of it is taken and verified: its size, and the roots of the full subtrees that it falls into.
  size bigint NOT NULL,
  edge bytea NOT NULL,
  head_size bigint,
  head_timestamp timestamptz,
  head_root bytea,
  head_signature bytea,
  advanced_at timestamptz NOT NULL DEFAULT now(),
  looked_at timestamptz,
  next_look_at timestamptz NOT NULL DEFAULT now(),
  failures integer NOT NULL DEFAULT 0,
  last_error text,
  stopped_at timestamptz,
  reason text,
  evidence jsonb,
  CHECK (first_entry <= size),
  CHECK (octet_length(edge) % 32 = 0)
);
CREATE TABLE certificate_log_days (
  log_id text NOT NULL REFERENCES certificate_logs ON DELETE CASCADE,
  day date NOT NULL,
  entries bigint NOT NULL,
  unreadable bigint NOT NULL,
  bytes bigint NOT NULL,
  PRIMARY KEY (day, log_id)
);
CREATE TABLE watched_certificates (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  location_id bigint NOT NULL REFERENCES locations,
  watched text NOT NULL,
  relation text NOT NULL CHECK (relation IN ('own', 'lookalike')),
  imitation text,
  score integer,
  name text NOT NULL,
  certificate_id text NOT NULL,
  certificate jsonb NOT NULL,
  organization text NOT NULL,
  names text[] NOT NULL,
  not_before timestamptz NOT NULL,
  not_after timestamptz NOT NULL,
  seen_at timestamptz NOT NULL DEFAULT now(),
  attempts integer NOT NULL DEFAULT 0,
  lease_ends_at timestamptz,
  judged_at timestamptz,
  reasons text[],
  severity severity,
  details jsonb,
  -- A precertificate and its certificate, and the same one in several logs, are one.
  UNIQUE (location_id, watched, relation, certificate_id)
);
CREATE INDEX watched_certificates_latest ON watched_certificates (location_id, id);
CREATE INDEX watched_certificates_unjudged ON watched_certificates (id) WHERE judged_at IS NULL;
CREATE INDEX watched_certificates_seen ON watched_certificates (seen_at);
`,
};
