import type { PresentationId } from '@sonde/shared/sinks/presentation-ids.ts';
import { cef } from './cef.ts';
import { cof } from './cof.ts';
import { ecs } from './ecs.ts';
import { ocsf } from './ocsf.ts';
import { plainJson } from './plain-json.ts';
import type { Presentation } from './presentation.ts';
import { rows } from './rows.ts';
import { zeek } from './zeek.ts';

/** The table has every way to show what is passed on. */
export const presentations: Readonly<Record<PresentationId, Presentation>> = {
  json: plainJson,
  ecs,
  ocsf,
  zeek,
  cef,
  cof,
  rows,
};
