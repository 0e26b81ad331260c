/** An exported table states which of its rows are an account's, and which of their columns an export has. */
export interface ExportedTable {
  /** The condition on `t`, a row of the table; `$1` is the account. */
  readonly where: string;
  readonly columns: readonly string[];
  /** The column that rows are in the order of, if they are to be in one. */
  readonly order?: string;
  /** The columns that no export has, and why. */
  readonly withheld?: Readonly<Record<string, string>>;
}

/** Splits a list of names with spaces between them. */
function words(text: string): string[] {
  return text.split(/\s+/);
}

const ofAccount = 't.account_id = $1';
const ofLocation = 't.location_id IN (SELECT id FROM locations WHERE account_id = $1)';
const ofResolver = 't.resolver_id IN (SELECT id FROM resolvers WHERE account_id = $1)';
const ofAgent = `t.agent_id IN (
  SELECT a.id FROM agents a JOIN locations l ON l.id = a.location_id WHERE l.account_id = $1)`;
/** How somebody signs in is of nobody's account who is a member of several. */
const ofOwnPeople = `t.person_id IN (SELECT person_id FROM memberships WHERE account_id = $1)
  AND NOT EXISTS (SELECT FROM memberships o WHERE o.person_id = t.person_id AND o.account_id <> $1)`;

const hash = 'It opens the account to whoever finds the secret.';
const secret = 'It is a secret.';
const token = 'Whoever has it may act in the name of its owner.';
const work = 'It tells collectors who works on what.';

/**
 * The tables of an export, in its order. Every table that goes with an account is either here or in `leftOutTables`, and every
 * column of these in `columns` or `withheld`: a test fails for a new one that is in neither.
 */
export const exportedTables: Readonly<Record<string, ExportedTable>> = {
  accounts: {
    where: 't.id = $1',
    columns: words('id email first_name last_name tier administrator created_at updated_at'),
  },
  people: {
    where: 't.id IN (SELECT person_id FROM memberships WHERE account_id = $1)',
    columns: words('id email first_name last_name created_at updated_at'),
    withheld: { password_hash: secret, token_generation: 'It counts how often all tokens were made void.' },
  },
  memberships: { where: ofAccount, columns: words('account_id person_id role created_at') },
  passkeys: {
    where: ofOwnPeople,
    columns: words('id person_id relying_party name backed_up created_at last_used_at'),
    withheld: {
      credential_id: 'An authenticator is known by it.',
      public_key: 'An authenticator is known by it.',
      sign_count: 'It serves to find copies of the authenticator.',
      transports: 'It tells browsers how to reach the authenticator.',
    },
  },
  authenticator_apps: {
    where: ofOwnPeople,
    columns: words('person_id confirmed_at'),
    withheld: { secret, offered_secret: secret, last_step: 'It keeps codes from being used twice.' },
  },
  sessions: {
    where: ofAccount,
    columns: words('id person_id account_id created_at last_used_at confirmed_at address user_agent'),
    withheld: { hash },
  },
  setup_links: { where: ofOwnPeople, columns: words('person_id expires_at'), withheld: { hash } },
  sso_providers: {
    where: ofAccount,
    columns: words('account_id handle source settings changed_at'),
    withheld: { sealed_secret: secret },
  },
  sso_users: {
    where: ofAccount,
    columns: words(`id account_id issuer subject user_name external_id first_name last_name active
      provisioned person_id created_at changed_at`),
  },
  api_keys: {
    where: ofAccount,
    columns: words(`id account_id kind location_id resolver_id module prefix label role expires_at families
      location_ids networks read_only created_at last_used_at revoked_at`),
    withheld: { hash },
  },
  audit_entries: {
    where: ofAccount,
    order: 'id',
    columns: words('id at account_id key_id address request_id action object details position previous hash'),
  },
  audit_heads: { where: ofAccount, columns: words('account_id position hash forgotten') },
  usage_counts: {
    where: `t.subject = 'account:' || $1::bigint`,
    columns: words('period subject count'),
  },
  saved_views: {
    where: ofAccount,
    columns: words('id account_id person_id page name query created_at'),
  },
  training_progress: {
    where: ofAccount,
    columns: words('account_id person_id course_id lesson_id exercise_id attempts solved_at'),
  },
  locations: {
    where: ofAccount,
    columns: words('id account_id name description retention_days created_at updated_at deleted_at'),
  },
  enrolment_offers: {
    where: ofAccount,
    columns: words(`id account_id location_id prefix label networks uses used refused created_at expires_at
      last_used_at revoked_at`),
    withheld: { hash },
  },
  enrolled_agents: {
    where: ofAccount,
    columns: words(`id account_id location_id enrolled_by key_id uuid software host address enrolled_at
      certificate_serial certificate_issued_at certificate_ends_at`),
  },
  agents: {
    where: ofLocation,
    columns: words(`id location_id uuid software host current_run_id batches rows rejected_rows
      first_seen_at last_seen_at`),
  },
  agent_runs: {
    where: ofAgent,
    columns: words(
      'agent_id run_id received given_up rows rejected_rows metadata first_seen_at last_seen_at',
    ),
  },
  agent_hours: {
    where: ofAgent,
    columns: words('agent_id run_id hour rows rejected_rows missing ledger'),
  },
  agent_settings: { where: ofAccount, columns: words('account_id version changed_at last_entry_id') },
  agent_settings_versions: {
    where: ofAccount,
    columns: words('account_id version entries comment rolled_back_to changed_at'),
  },
  agent_settings_told: {
    where: ofAgent,
    columns: words(`agent_id held_version refused_version refused_reason refused_message kept_own held_since
      told_at`),
  },
  client_names: { where: ofAccount, columns: words('account_id address name source found_at') },
  client_fingerprints: {
    where: ofAccount,
    columns: words('account_id ja4 source_ip first_seen last_seen times_seen'),
  },
  detection_settings: { where: ofLocation, columns: words('location_id changes changed_at') },
  exclusions: {
    where: ofAccount,
    columns: words('id account_id location_id name client note created_at'),
  },
  sigma_rules: {
    where: ofAccount,
    columns: words(`id account_id rule_id title severity techniques text problem tried_always revision matches
      last_matched_at created_at updated_at`),
  },
  canaries: {
    where: ofAccount,
    columns: words('id account_id location_id patterns created_at ends_at'),
  },
  threats: {
    where: ofLocation,
    columns:
      words(`id location_id type technique subject severity client_address clients query_name source message
      count first_seen_at last_seen_at owner evidence resolved_at resolution_note reopened_at
      reopening_note case_id opened_at changed_at`),
    withheld: { opened_by: 'It keeps a notification from being sent twice.' },
  },
  site_profiles: {
    where: ofLocation,
    columns: words('location_id learned learned_at'),
    withheld: { collector_id: work },
  },
  cases: { where: ofLocation, columns: words('id location_id client_address cause opened_at') },
  threat_notes: {
    where: `t.threat_id IN (
  SELECT h.id FROM threats h JOIN locations l ON l.id = h.location_id WHERE l.account_id = $1)`,
    columns: words('id threat_id author text created_at'),
  },
  notification_channels: {
    where: ofAccount,
    columns: words(`id account_id location_id kind target least_severity threat_types tells_resolved
      by_case quiet_hours digest note refused created_at`),
    withheld: { secret },
  },
  notification_deliveries: {
    where: 't.channel_id IN (SELECT id FROM notification_channels WHERE account_id = $1)',
    columns: words(`id channel_id threat_id event state attempts created_at next_attempt_at finished_at
      last_error`),
  },
  mail_reports: {
    where: ofAccount,
    columns: words(`id account_id location_id recipient every weekday hour time_zone created_at confirmed_at
      next_at last_sent_at last_error`),
    withheld: { token, attempts: work, held_until: work },
  },
  watched_certificates: {
    where: ofLocation,
    columns: words(`id location_id watched relation imitation score name certificate_id certificate
      organization names not_before not_after seen_at judged_at reasons severity details`),
    withheld: { attempts: work, lease_ends_at: work },
  },
  resolvers: {
    where: ofAccount,
    columns: words('id account_id location_id name place modules created_at last_seen_at deleted_at'),
  },
  resolver_counts: { where: ofResolver, columns: words('resolver_id day kind name count') },
  resolver_policies: {
    where: ofResolver,
    columns: words('resolver_id version serial refused_version not_enforced held_since told_at'),
  },
  policies: {
    where: ofAccount,
    columns: words('account_id version changed_at complete_since history_since'),
  },
  policy_versions: { where: ofAccount, columns: words('account_id version changed_at') },
  policy_sources: {
    where: ofAccount,
    columns: words(`id account_id resolver_id sources min_confidence min_severity action indicator_version
      refreshed_at created_at deleted_at`),
  },
  policy_rules: {
    where: ofAccount,
    columns: words(`id account_id resolver_id policy_source_id rule note version created_at updated_at
      deleted_at`),
  },
  policy_rule_history: {
    where: ofAccount,
    columns: words('rule_id account_id version rule note deleted changed_at'),
  },
  address_reports: {
    where: ofAccount,
    columns: words('ip account_id category day reported_at comment proof'),
  },
  tracked_domains: {
    where: 't.monitored_by = $1',
    columns: words('domain monitored_by monitored_until first_scanned_at last_scanned_at due_at'),
    withheld: {
      summary: 'What is known of a domain is shared by all accounts.',
      parts: 'What is known of a domain is shared by all accounts.',
      certificate_ends_at: 'What is known of a domain is shared by all accounts.',
    },
  },
  domain_watches: {
    where: ofAccount,
    columns: words('domain account_id due_at'),
    withheld: {
      version: work,
      sets: 'What is known of a domain is shared by all accounts.',
    },
  },
  bulk_jobs: {
    where: ofAccount,
    columns: words(
      'id account_id options total completed failed created_at started_at finished_at cancelled',
    ),
  },
  bulk_items: {
    where: 't.job_id IN (SELECT id FROM bulk_jobs WHERE account_id = $1)',
    columns: words('job_id position domain finished_at scan error'),
    withheld: { holder: work, lease_ends_at: work, attempts: work },
  },
  range_jobs: {
    where: ofAccount,
    columns: words(`id account_id cidr lists total looked named listed created_at started_at finished_at
      cancelled`),
  },
  range_results: {
    where: 't.job_id IN (SELECT id FROM range_jobs WHERE account_id = $1)',
    columns: words('job_id ip names confirmed listed_in unknown'),
  },
  compliance_schedules: {
    where: ofAccount,
    columns: words(`id account_id framework title domains scan every hour weekday day emails webhooks
      only_changes active next_run_at last_run_at last_report last_error created_at`),
    withheld: { pending_report: work, holder: work, held_until: work },
  },
  compliance_reports: {
    where: ofAccount,
    columns: words(`id account_id schedule_id framework title domains bulk_job_id status done error document
      digest signature key_id created_at started_at finished_at`),
    withheld: { holder: work, held_until: work },
  },
  compliance_deliveries: {
    where: 't.schedule_id IN (SELECT id FROM compliance_schedules WHERE account_id = $1)',
    columns: words(`id schedule_id report_id kind target state attempts next_attempt_at finished_at
      last_error`),
  },
};

/** The tables that go with an account and that no export has, and why. */
export const leftOutTables: Readonly<Record<string, string>> = {
  recovery_codes: 'They are secrets.',
  sso_sessions: "They tell which sessions end with a provider's own.",
  range_chunks: work,
  accepted_batches: 'Numbers of uploads, kept for days so that nothing is stored twice.',
  resolver_batches: 'Numbers of uploads, kept for days so that nothing is counted twice.',
  forgotten_locations: 'Locations of accounts that are deleted.',
  account_exports: 'It is the export itself.',
  account_export_parts: 'It is the export itself.',
};
