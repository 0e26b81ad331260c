import type { Migration } from './migration.ts';

/**
 * The tables have what collectors that serve under one name have in common: their account with a certificate authority, the certificate, how
 * asking for it goes, and what the authority looks for meanwhile. Keys are sealed.
 */
export const servingCertificates: Migration = {
  id: 60,
  name: 'serving-certificates',
  sql: `
CREATE TABLE acme_accounts (
  directory text PRIMARY KEY,
  sealed_key text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE TABLE serving_certificates (
  only_one boolean PRIMARY KEY DEFAULT true CHECK (only_one),
  directory text NOT NULL,
  names text[] NOT NULL,
  chain text NOT NULL,
  sealed_key text NOT NULL,
  issued_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL,
  renew_at timestamptz NOT NULL,
  look_again_at timestamptz NOT NULL
);
CREATE TABLE acme_attempts (
  only_one boolean PRIMARY KEY DEFAULT true CHECK (only_one),
  failures integer NOT NULL,
  failed_at timestamptz NOT NULL,
  last_failure text NOT NULL,
  not_before timestamptz NOT NULL,
  -- What was asked for: whoever changes that need not wait.
  asked_for text NOT NULL
);
CREATE TABLE acme_challenges (
  token text PRIMARY KEY,
  kind text NOT NULL,
  name text NOT NULL,
  key_authorization text NOT NULL,
  ends_at timestamptz NOT NULL
);
`,
};
