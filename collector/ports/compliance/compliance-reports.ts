import type { Json } from '@sonde/shared/documents/canonical-json.ts';
import type { Page } from '../system/page.ts';

export type ReportStatus = 'queued' | 'running' | 'completed' | 'failed' | 'cancelled';

export interface NewComplianceReport {
  readonly id: string;
  readonly accountId: number;
  readonly framework: string;
  readonly title: string;
  /** In stored form, each once. */
  readonly domains: readonly string[];
  /** The job that scans them before; null if what is known already is reported. */
  readonly bulkJobId: string | null;
  /** The schedule that asked for it; null if a person did. */
  readonly scheduleId: string | null;
}

export interface ComplianceReport extends NewComplianceReport {
  readonly status: ReportStatus;
  readonly done: number;
  /** One sentence, if it failed. */
  readonly error: string | null;
  readonly createdAt: Date;
  readonly startedAt: Date | null;
  readonly finishedAt: Date | null;
}

/** A written report is a report that has been written, with what it can be verified by. */
export interface WrittenReport {
  readonly document: { readonly [key: string]: Json };
  /** SHA-256 of the canonical JSON of the document, hexadecimal. */
  readonly digest: string;
  /** Ed25519 over the same bytes, base64. */
  readonly signature: string;
  readonly keyId: string;
}

/** A signed report is a written report with its document as the text that is stored: it may be large. */
export interface SignedReport extends WrittenReport {
  readonly text: string;
}

/** Earlier states are what a report found of each control; the domain is null for what was asked of the account. */
export interface EarlierStates {
  /** Of the report. */
  readonly id: string;
  readonly states: readonly {
    readonly control: string;
    readonly domain: string | null;
    readonly state: string;
  }[];
}

/** The store keeps reports of compliance, written by whichever collector has time. All methods throw a StoreError. */
export interface ComplianceReportStore {
  /**
   * Undefined if the account has as many unfinished ones as it may. Of those that ended the latest `mostKept` stay.
   */
  submit(
    report: NewComplianceReport,
    mostUnfinished: number,
    mostKept: number,
  ): Promise<ComplianceReport | undefined>;
  find(accountId: number, id: string): Promise<ComplianceReport | undefined>;
  /** Newest first. */
  list(accountId: number, page: Page): Promise<{ count: number; reports: ComplianceReport[] }>;
  /** Undefined if it is not there, or not written yet. */
  written(accountId: number, id: string): Promise<WrittenReport | undefined>;
  /** Of the latest that was written before that one: of the same schedule, or of the same framework if it has none. */
  before(report: ComplianceReport): Promise<EarlierStates | undefined>;
  delete(accountId: number, id: string): Promise<boolean>;
  /** Takes the report that has waited longest and whose scans have ended: nobody else gets it until the lease is over. */
  claim(holder: string, leaseSeconds: number): Promise<ComplianceReport | undefined>;
  /** Notes how far it is, and prolongs the lease. False if somebody else has it now. */
  progress(holder: string, id: string, done: number, leaseSeconds: number): Promise<boolean>;
  /** With it the recipients of its schedule are to be told, unless nothing has changed and they hear of changes alone. */
  finish(holder: string, id: string, result: SignedReport | { readonly error: string }): Promise<boolean>;
}

/** The store keeps the key that reports are signed with, one for all collectors on a database. */
export interface SigningKeyStore {
  /** PKCS #8, PEM. `made` is kept if there is none yet. */
  keep(made: () => string): Promise<string>;
}
