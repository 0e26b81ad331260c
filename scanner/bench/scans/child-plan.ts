/** A child plan states which domains a process scans, and how many at once. */
export interface ChildPlan {
  readonly domains: readonly string[];
  readonly checks: readonly string[];
  readonly atOnce: number;
  /** The first so many are scanned once before. */
  readonly warm: number;
}

export interface MeasuredScan {
  readonly domain: string;
  readonly milliseconds: number;
  readonly questions: number;
  /** Whether the policy is there and sound; null if that could not be found out. */
  readonly spf: boolean | null;
  readonly dmarc: boolean | null;
}

export interface ChildReport {
  readonly seconds: number;
  readonly processorSeconds: number;
  /** Bytes, at most. */
  readonly mostMemory: number;
  readonly scans: readonly MeasuredScan[];
}
