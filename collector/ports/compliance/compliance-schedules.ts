import type { Page } from '../system/page.ts';
import type { DeliveryOutcome } from '../threats/notifications.ts';

export const schedulePeriods = ['daily', 'weekly', 'monthly'] as const;
export type SchedulePeriod = (typeof schedulePeriods)[number];

/** Schedule times state when a report is written, in UTC. */
export interface ScheduleTimes {
  readonly every: SchedulePeriod;
  /** From 0 to 23. */
  readonly hour: number;
  /** From 1, Monday, to 7; counts if it is weekly. */
  readonly weekday: number;
  /** From 1 to 28, which every month has; counts if it is monthly. */
  readonly day: number;
}

/** Schedule settings are an account's choices about reports that are written by themselves. */
export interface ScheduleSettings extends ScheduleTimes {
  readonly framework: string;
  readonly title: string;
  /** In stored form, each once. */
  readonly domains: readonly string[];
  /** Whether the domains are scanned anew before. */
  readonly scan: boolean;
  /** Addresses that the report is mailed to. */
  readonly emails: readonly string[];
  /** URLs that an event is posted to. */
  readonly webhooks: readonly string[];
  /** Whether recipients hear only of reports in which something has changed. */
  readonly onlyChanges: boolean;
  readonly active: boolean;
}

export interface ComplianceSchedule extends ScheduleSettings {
  readonly id: string;
  readonly accountId: number;
  readonly createdAt: Date;
  readonly nextRunAt: Date;
  readonly lastRunAt: Date | null;
  readonly lastReportId: string | null;
  /** One sentence, if the last run failed. */
  readonly lastError: string | null;
  /** Recipients that are still to be told, and those that it was given up for. */
  readonly waiting: number;
  readonly dead: number;
  /** The reason that the last attempt to tell one failed. */
  readonly deliveryError: string | null;
}

/** A due schedule has the id that its report is to have: the same again if an earlier run was broken off. */
export type DueSchedule = Pick<
  ComplianceSchedule,
  keyof ScheduleSettings | 'id' | 'accountId' | 'nextRunAt'
> & { readonly reportId: string };

/** A claimed delivery is a report that one recipient is to be told of. */
export interface ClaimedReportDelivery {
  readonly id: number;
  /** From 1. */
  readonly attempt: number;
  readonly kind: 'email' | 'webhook';
  readonly target: string;
  readonly accountId: number;
  readonly schedule: { readonly id: string; readonly title: string };
  readonly reportId: string;
}

/**
 * The store keeps schedules of reports that are written by themselves, and who is told of them. All methods throw a
 * StoreError.
 */
export interface ComplianceScheduleStore {
  /** Undefined if the account has as many as it may. */
  add(
    accountId: number,
    id: string,
    settings: ScheduleSettings,
    nextRunAt: Date,
    most: number,
  ): Promise<ComplianceSchedule | undefined>;
  find(accountId: number, id: string): Promise<ComplianceSchedule | undefined>;
  /** The oldest first. */
  list(accountId: number, page: Page): Promise<{ count: number; schedules: ComplianceSchedule[] }>;
  change(
    accountId: number,
    id: string,
    settings: ScheduleSettings,
    nextRunAt: Date,
  ): Promise<ComplianceSchedule | undefined>;
  remove(accountId: number, id: string): Promise<boolean>;
  /** Takes one that is due at that time: no other collector gets it until the lease is over. */
  claimDue(
    holder: string,
    at: Date,
    newReportId: string,
    leaseSeconds: number,
  ): Promise<DueSchedule | undefined>;
  /** Notes how a run ended, unless somebody else has taken it. */
  settle(
    holder: string,
    id: string,
    result: { readonly nextRunAt: Date; readonly at: Date; readonly error: string | null },
  ): Promise<boolean>;
  /** Each claim is an attempt; nobody else gets them before the lease ends. */
  claimDeliveries(most: number, leaseSeconds: number): Promise<ClaimedReportDelivery[]>;
  /** Does nothing if it was claimed anew in the meantime. */
  settleDelivery(
    delivery: Pick<ClaimedReportDelivery, 'id' | 'attempt'>,
    outcome: DeliveryOutcome,
  ): Promise<void>;
}
