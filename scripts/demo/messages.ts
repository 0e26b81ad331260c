import type { LabPlan } from '../../scanner/bench/lab/plan.ts';
import type { TrafficReport } from '../lab/traffic.ts';

/** An inside task is the argument that the demonstration gives to the process inside of the closed network. */
export interface InsideTask {
  readonly directory: string;
  readonly plan: LabPlan;
  /** The collector as the agent takes it: `unix:/path` or a URL. */
  readonly collector: string;
  readonly keyFile: string;
  readonly rounds: number;
  readonly pauseMs: number;
}

/** An inside message is a report from the process inside of the closed network. */
export type InsideMessage =
  | { readonly kind: 'progress'; readonly text: string }
  | { readonly kind: 'sent'; readonly count: number }
  | { readonly kind: 'done'; readonly traffic: TrafficReport; readonly captured: number };
