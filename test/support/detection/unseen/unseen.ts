import { answers } from './answers.ts';
import { failing } from './failing.ts';
import { lookups } from './lookups.ts';
import { malicious } from './malicious.ts';
import { ordinary } from './ordinary.ts';
import type { Unseen } from './parts.ts';

export const unseen: readonly Unseen[] = [...malicious, ...answers, ...failing, ...lookups, ...ordinary];
