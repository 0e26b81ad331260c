import type { PseudoRandom } from '../pseudo-random.ts';
import type { Asked } from './asked.ts';

/** One question of a pattern, without who asks and when. */
export type Question = Omit<Asked, 'at' | 'client'>;

/** A malicious pattern says what a machine of an intruder asks, how fast, and what has to find it. */
export interface MaliciousPattern {
  readonly name: string;
  readonly family: 'tunnel' | 'upload' | 'generator' | 'rebinding' | 'forgery' | 'storm' | 'intrusion';
  /** Types of threats that find it. */
  readonly types: readonly string[];
  /** Questions a minute at full speed, and how many there are in all. */
  readonly perMinute: number;
  readonly count: number;
  readonly question: (random: PseudoRandom, n: number) => Question;
  /** Whether it needs no mark in names to be told apart from others. */
  readonly keepsNames?: true;
  /** A remark is all that is wanted, since many do the same for good reasons. */
  readonly asRemark?: true;
  /** What its evidence names, beside the names that are asked for. */
  readonly tells?: string;
  /** Whether it shows only beside other clients: some ask before it begins. */
  readonly needsSite?: true;
}
